-- Runs fused into one, each topic cut at variable `depth` (null for none). Variables: `collection`, `runs`, `method`, `k`.
with placed as (
    select
        fused.query_id,
        fused.doc_id,
        fused.score,
        metrics.place(fused.query_id, collections.tie_rule, null, fused.score, fused.doc_id) as rank,
    from systems.fused(
        getvariable('collection'), getvariable('runs'), method := getvariable('method'), k := getvariable('k')
    ) as fused
    inner join main.collections as collections on collections.collection = getvariable('collection')
)

select
    placed.query_id,
    placed.doc_id,
    placed.rank,
    placed.score,
from placed
where placed.rank <= coalesce(getvariable('depth'), placed.rank)
order by placed.query_id, placed.rank;
