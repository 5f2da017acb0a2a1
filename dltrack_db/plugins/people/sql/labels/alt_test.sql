-- The alternative annotator test: can a model replace people as annotators? One row for each person: how often the model is at
-- least as close to the other people as this person.
--
-- source: Calderon, Reichart and Dror, "The alternative annotator test for LLM-as-a-judge", ACL 2025, section 3;
--   Benjamini and Yekutieli 2001 at .05
-- grain: collection, person
-- params:
--   people: list of label sets, one for each person
--   model: label set by the model, or by any other judge
--   epsilon: discount for the model, because people cost more, 0 to 1; the authors use .2 for experts, .1 for crowd workers
--   score: 'rmse' or 'accuracy' (labels.closeness)
-- columns:
--   person: label set of the person
--   num_items: number of items graded by the person, the model and at least two other people
--   num_topics: number of topics of these items
--   advantage: share of items on which the model is at least as close to the other people as the person is
--   p_value: p-value of the one-sided t-test of the hypothesis that the share of items on which the person is closer exceeds
--     the model's share by at least epsilon
--   p_adjusted: p_value corrected for all tested people
--   winning_rate: share of tested people with p_adjusted of at most .05; the model passes the test from .5 on
--   advantage_probability: mean of advantage over the tested people
--   constant_grade: grade with the highest winning rate if every item gets this grade; the highest of several such grades
--   constant_winning_rate: winning_rate of a judge who assigns constant_grade to every item. A model that is not better
--     has not shown any ability
--   note: reason that the person is not tested, or a warning that the test describes few topics; null otherwise
-- needs: second labels
-- caveats: in a tie, both the person and the model are closer. A person with fewer than 30 items is listed, but not
--   tested. The query stops with an error if no collection has three tested people. Items are treated as independent,
--   although items of the same topic are not; with fewer than six topics, the p-values describe only these topics
-- example:
--   from labels.alt_test(
--     ['dl19-people-1-again', 'dl19-people-2-again', 'dl19-people-3-again'], 'gpt-4o-umbrela-zeroshot', epsilon := 0.2
--   )
create or replace macro labels.alt_test(people, model, epsilon := 0.1, score := 'rmse') as table
with graded as materialized (
    select
        judged.collection,
        judged.variant,
        judged.query_id,
        judged.doc_id,
        judged.relevance,
    from labels.variants as judged
    where list_contains(list_append(people, model), judged.variant) and judged.relevance is not null
),

items as materialized (
    select
        own.collection,
        own.variant as person,
        own.query_id,
        own.doc_id,
        any_value(own.relevance) as own_grade,
        any_value(judged.relevance) as model_grade,
        list(other.relevance) as other_grades,
    from graded as own
    inner join graded as other
        on
            own.collection = other.collection
            and own.query_id = other.query_id
            and own.doc_id = other.doc_id
            and own.variant <> other.variant
    inner join graded as judged
        on
            own.collection = judged.collection
            and own.query_id = judged.query_id
            and own.doc_id = judged.doc_id
            and judged.variant = model
    where list_contains(people, own.variant) and list_contains(people, other.variant)
    group by own.collection, own.variant, own.query_id, own.doc_id
    having count(*) > 1
),

persons as materialized (
    select
        asked.collection,
        asked.person,
        count(items.doc_id) as num_items,
        count(distinct items.query_id) as num_topics,
        count(items.doc_id) >= 30 as is_tested,
        count(*) filter (where count(items.doc_id) >= 30) over (partition by asked.collection) as num_tested,
    from (
        select distinct
            graded.collection,
            unnest(list_distinct(people)) as person,
        from graded
    ) as asked
    left join items on asked.collection = items.collection and asked.person = items.person
    group by asked.collection, asked.person
),

problems as materialized (
    select
        case
            -- labels.has_sets reports unknown label sets
            when not list_has_all(labels.known_sets(), list_append(people, model)) then null
            when list_contains(people, model)
                then '''' || model || ''' is also one of the people; name another model, or remove it from the list of people'
            when score is null or score not in ('rmse', 'accuracy')
                then 'score must be ''rmse'' or ''accuracy'', not ' || coalesce('''' || score || '''', 'null')
            when coalesce(epsilon not between 0 and 1, true)
                then 'epsilon must be from 0 to 1, not ' || coalesce(epsilon::varchar, 'null')
            when len(list_distinct(people)) < 3
                then 'the test needs at least 3 people, and ' || len(list_distinct(people)) || ' are named; name more people'
            when coalesce(max(persons.num_tested), 0) < 3
                then format(
                    'the test needs at least 3 people with 30 items or more that they, ''{}'' and 2 other people grade, '
                    || 'but only {} of {} people have so many; number of such items: {}',
                    model,
                    coalesce(max(persons.num_tested), 0),
                    len(list_distinct(people)),
                    coalesce(
                        string_agg(persons.person || ' ' || persons.num_items, ', ' order by persons.collection, persons.person),
                        'none'
                    )
                )
        end as problem,
    from persons
),

-- rows with grade null are the model; other rows are judges who always assign this grade
judges as (
    select
        graded.collection,
        unnest([null] || range(min(graded.relevance), max(graded.relevance) + 1)) as grade,
    from graded
    group by graded.collection
),

compared as (
    select
        items.collection,
        items.person,
        judges.grade,
        labels.closeness(coalesce(judges.grade, items.model_grade), items.other_grades, score) as by_judge,
        labels.closeness(items.own_grade, items.other_grades, score) as by_person,
        (by_person >= by_judge)::integer - (by_judge >= by_person)::integer as difference,
    from items
    inner join persons on items.collection = persons.collection and items.person = persons.person
    inner join judges on items.collection = judges.collection
    where persons.is_tested and persons.num_tested > 2
),

tested as (
    select
        compared.collection,
        compared.person,
        compared.grade,
        avg((compared.by_judge >= compared.by_person)::integer) as advantage,
        avg(compared.difference) as mean,
        case
            when min(compared.difference) < max(compared.difference)
                then statistics.student_cdf(
                    (mean - epsilon::double) * sqrt(count(*)) / stddev_samp(compared.difference), count(*) - 1
                )
            else (mean >= epsilon::double)::integer::double
        end as p_value,
    from compared
    group by compared.collection, compared.person, compared.grade
),

adjusted as materialized (
    select
        tested.collection,
        tested.grade,
        list(tested.person order by tested.person) as persons,
        list(tested.advantage order by tested.person) as advantages,
        list(tested.p_value order by tested.person) as p_values,
        statistics.benjamini_yekutieli(p_values) as p_adjusted,
        list_avg([(p <= 0.05)::integer for p in p_adjusted]) as winning_rate,
    from tested
    group by tested.collection, tested.grade
),

constants as (
    select
        adjusted.collection,
        max(struct_pack(winning_rate := adjusted.winning_rate, grade := adjusted.grade)) as best,
    from adjusted
    where adjusted.grade is not null
    group by adjusted.collection
),

topics as (
    select
        items.collection,
        count(distinct items.query_id) as num_topics,
    from items
    group by items.collection
)

select
    persons.collection,
    persons.person,
    persons.num_items,
    persons.num_topics,
    adjusted.advantages[list_position(adjusted.persons, persons.person)] as advantage,
    adjusted.p_values[list_position(adjusted.persons, persons.person)] as p_value,
    adjusted.p_adjusted[list_position(adjusted.persons, persons.person)] as p_adjusted,
    adjusted.winning_rate,
    list_avg(adjusted.advantages) as advantage_probability,
    constants.best.grade as constant_grade,
    constants.best.winning_rate as constant_winning_rate,
    case
        when not persons.is_tested then 'not tested: fewer than 30 items'
        when topics.num_topics < 6
            then format('the items belong to only {} topics; the p-values describe only these topics', topics.num_topics)
    end as note,
from problems
left join persons on persons.num_tested > 2
left join adjusted on persons.collection = adjusted.collection and adjusted.grade is null
left join constants on persons.collection = constants.collection
left join topics on persons.collection = topics.collection
where
    labels.has_sets(list_append(people, model))
    and case when problems.problem is null then true else error(problems.problem) end
    and labels.have_one_scale(persons.collection, list_append(people, model));
