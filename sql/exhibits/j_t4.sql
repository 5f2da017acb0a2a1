-- Do crowd workers agree which of two answers is better, by each dimension?
--
-- source: Gienapp et al., SIGIR 2025 (Table 4, votes of five workers, complete data); preferences.agreement
-- grain: dimension
-- columns:
--   dimension: what the answers are compared by; 'mean' for the mean of all
--   alpha: Krippendorff's alpha, ordinal, of pairs as they were shown, each order a pair of its own
--   alpha_turned: the same of pairs turned one way, so that votes on both orders of a pair are held against each other
-- needs: preferences
-- example: from exhibits.j_t4 order by alpha desc
create or replace view exhibits.j_t4 as
with workers as (
    select
        dimension,
        alpha_shown as alpha,
        alpha as alpha_turned,
    from preferences.agreement
    where collection = 'rag2024' and source = 'crowdrag25'
)

select *
from workers
union all
select
    'mean' as dimension,
    avg(alpha) as alpha,
    avg(alpha_turned) as alpha_turned,
from workers
having count(*) > 0;
