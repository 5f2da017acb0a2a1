-- The number that one judgment adds to the checksum of its qrels variant.
--
-- source: catalog.digest of its columns
-- params:
--   doc_id: judged item
--   relevance: raw grade
--   iteration: second column of the qrels file; may be null
--   gain: label as given, if the label set has fractions; otherwise null
--   stratum: stratum of the pool that the item was drawn from; null for label sets without strata
-- returns: whole number, see catalog.digest
-- example: select catalog.qrels_digest('1', 'd1', 2, '0')
create or replace macro catalog.qrels_digest(query_id, doc_id, relevance, iteration, gain := null, stratum := null) as
    catalog.digest(
        concat(
            relevance, ' ', strlen(query_id), ':', query_id, strlen(doc_id), ':', doc_id, catalog.field(iteration),
            case when gain is not null then ' ' || catalog.field(gain) end,
            case when stratum is not null then '|' || catalog.field(stratum) end
        )
    );
