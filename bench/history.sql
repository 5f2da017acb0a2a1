-- One run of a synthetic collection: for each of `topics` topics the `depth` best items of its pool by a score that depends
-- on the run. Variables: `run` (number of the run), `topics`, `depth`, `pool`.
select
    topic,
    'Q0' as iteration,
    format('msmarco_passage_{:02d}_{}', (hash(topic, item) % 70)::integer, item * 300000 + hash(item, topic) % 300000) as doc_id,
    row_number() over (partition by topic order by score desc, item asc) as rank,
    round(score, 6) as score,
    format('run{:03d}', getvariable('run')) as tag,
from (
    select
        topics.range + 1 as topic,
        items.range as item,
        -- quality of the item with noise of the run
        (hash(topics.range, items.range) % 1000000 + hash(topics.range, items.range, getvariable('run')) % 1500000) / 100000
            as score,
    from range(getvariable('topics')) as topics
    cross join range(getvariable('pool')) as items
) as items
qualify rank <= getvariable('depth')
order by topic, rank
