-- Number of nnlm runs of 2019 that use BERT, and that use XLNet.
--
-- source: TREC 2019 Deep Learning overview, section 4; values from main.described_runs
-- grain: model
-- columns:
--   model: 'BERT' or 'XLNet'
--   count: number of nnlm runs of both tasks whose description names the model; null unless the descriptions of all nnlm
--     runs are loaded
-- caveats: searches the descriptions that the groups wrote, from NIST's TREC Browser (dltrack ingest run-notes)
-- example: from exhibits.a_s13
create or replace view exhibits.a_s13 as
with models as (
    select unnest(['BERT', 'XLNet']) as model,
)

select
    models.model,
    case
        when count(*) = count(runs.description)
            then count(*) filter (where contains(lower(runs.description), lower(models.model)))
    end as count,
from models
cross join main.described_runs as runs
inner join catalog.track_collections as collections on runs.collection = collections.collection
where collections.year = 2019 and runs.is_submission and runs.category = 'nnlm'
group by models.model
order by models.model;
