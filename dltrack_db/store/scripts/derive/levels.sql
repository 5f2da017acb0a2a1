-- The level of sets of labels that nobody gave one (main.qrels_variants): official labels have the collection's, and so has
-- a set on their scale: with the same highest grade, the same scale in words, or, where all that is not 0 is relevant, no
-- higher grade.
update main.qrels_variants as judges
set min_relevance = collections.min_relevance
from main.collections as collections
where
    judges.collection = collections.collection
    and judges.variant = collections.qrels_variant
    and judges.min_relevance is distinct from collections.min_relevance;

update main.qrels_variants as judges
set min_relevance = found.min_relevance
from (
    with tops as (
        select
            qrels.collection,
            qrels.variant,
            max(qrels.relevance) as top,
            bool_or(qrels.gain is not null) as has_fractions,
        from main.qrels as qrels
        where
            qrels.collection in (
                select levels.collection,
                from main.qrels_variants as levels
                where levels.min_relevance is null
            )
        group by qrels.collection, qrels.variant
    )

    select
        own.collection,
        own.variant,
        collections.min_relevance,
    from tops as own
    inner join main.collections as collections on own.collection = collections.collection
    inner join tops as official
        on
            own.collection = official.collection
            and collections.qrels_variant = official.variant
    inner join main.qrels_variants as own_words
        on
            own.collection = own_words.collection
            and own.variant = own_words.variant
    inner join main.qrels_variants as official_words
        on
            official.collection = official_words.collection
            and official.variant = official_words.variant
    where
        not own.has_fractions
        and not official.has_fractions
        and (
            own.top = official.top
            or own_words.scale = official_words.scale
            or (collections.min_relevance = 1 and own.top between 1 and official.top)
        )
) as found
where
    judges.collection = found.collection
    and judges.variant = found.variant
    and judges.min_relevance is null;
