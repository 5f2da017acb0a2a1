-- One row for each pair of judges of the same nuggets or citations: do the judges agree on labels, and rank the runs alike?
--
-- source: Cohen 1960; Krippendorff 2011; Kendall 1938
-- grain: collection, bank, judge_a, judge_b
-- columns:
--   bank: nuggets that both judges labelled; 'citations' for labels of citations
--   judge_a: first judge, in alphabetical order
--   judge_b: second judge
--   num_pairs: number of items that both judges labelled: pairs of a nugget and an answer or document, or citations
--   agreement: share of items with the same value, among items that both judges labelled
--   kappa: unweighted Cohen's kappa of the values; null if a judge gave only one value
--   alpha: Krippendorff's alpha of the values, interval
--   bias: mean value by judge_b minus mean value by judge_a; above 0 if judge_b is more lenient
--   num_runs: number of runs that both judges scored
--   tau: Kendall's tau-b of the runs' mean all_score, or weighted_precision of citations; null for fewer than two runs
-- needs: labels of answers
-- example: select judge_a, judge_b, kappa, alpha, tau from answers.judge_agreement
create or replace view answers.judge_agreement as
with
labelled as (
    select
        labels.collection,
        labels.bank,
        labels.judge,
        [labels.query_id, labels.nugget_id, labels.subject_kind, labels.subject] as item,
        labels.value,
    from main.nugget_labels as labels
    union all
    select
        labels.collection,
        'citations' as bank,
        labels.judge,
        [labels.query_id, labels.run_id, labels.position::varchar, labels.doc_id] as item,
        labels.value,
    from main.citation_labels as labels
),

cells as (
    select
        first.collection,
        first.bank,
        first.judge as judge_a,
        second.judge as judge_b,
        first.value as a,
        second.value as b,
        count(*) as n,
    from labelled as first
    inner join labelled as second
        on second.collection = first.collection
        and second.bank = first.bank
        and second.item = first.item
        and second.judge > first.judge
    group by all
),

means as (
    select
        scores.collection,
        scores.bank,
        scores.judge,
        scores.run_id,
        avg(scores.value) as mean,
    from answers.answer_scores as scores
    where scores.measure = case when scores.bank = 'citations' then 'weighted_precision' else 'all_score' end
    group by scores.collection, scores.bank, scores.judge, scores.run_id
),

ordered as (
    select
        first.collection,
        first.bank,
        first.judge as judge_a,
        second.judge as judge_b,
        count(*) as num_runs,
        statistics.kendall_tau_b(
            list(first.mean order by first.run_id), list(second.mean order by first.run_id)
        ) as tau,
    from means as first
    inner join means as second
        on second.collection = first.collection
        and second.bank = first.bank
        and second.run_id = first.run_id
        and second.judge > first.judge
    group by all
),

agreed as (
    select
        cells.collection,
        cells.bank,
        cells.judge_a,
        cells.judge_b,
        sum(cells.n)::bigint as num_pairs,
        sum(cells.n) filter (where cells.a = cells.b) / sum(cells.n) as agreement,
        labels.cohen_kappa(list({ 'a': cells.a, 'b': cells.b, 'n': cells.n } order by cells.a, cells.b), 0) as kappa,
        statistics.krippendorff_alpha(
            list([cells.a, cells.b] order by cells.a, cells.b), 'interval', list(cells.n order by cells.a, cells.b)
        ) as alpha,
        sum(cells.n * (cells.b - cells.a)) / sum(cells.n) as bias,
    from cells
    group by cells.collection, cells.bank, cells.judge_a, cells.judge_b
)

select
    agreed.collection,
    agreed.bank,
    agreed.judge_a,
    agreed.judge_b,
    agreed.num_pairs,
    coalesce(agreed.agreement, 0) as agreement,
    agreed.kappa,
    agreed.alpha,
    agreed.bias,
    coalesce(ordered.num_runs, 0) as num_runs,
    ordered.tau,
from agreed
left join ordered
    on ordered.collection = agreed.collection
    and ordered.bank = agreed.bank
    and ordered.judge_a = agreed.judge_a
    and ordered.judge_b = agreed.judge_b
order by agreed.collection, agreed.bank, agreed.judge_a, agreed.judge_b;
