-- How close a grade is to the grades of the same item by other people; higher is closer.
--
-- source: Calderon, Reichart and Dror, "The alternative annotator test for LLM-as-a-judge", ACL 2025, section 3
-- params:
--   given: grade
--   others: list of grades by other people
--   score: 'rmse' for the negative root mean squared difference, 'accuracy' for the share of other people with the same grade
-- returns: the score, rounded to twelve decimals so that equal scores are tied
-- example: select labels.closeness(2, [2, 3, 1], 'rmse'), labels.closeness(2, [2, 3, 1], 'accuracy')
create or replace macro labels.closeness(given, others, score) as
    round(
        case score
            when 'rmse' then -sqrt(list_avg([(given - other) ** 2 for other in others]))
            when 'accuracy' then list_avg([(given = other)::integer for other in others])
        end,
        12
    );
