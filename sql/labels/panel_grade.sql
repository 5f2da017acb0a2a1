-- The grade that several judges give together.
--
-- source: labels by panels of models, as in the LLMJudge challenge (2024)
-- params:
--   grades: list of the judges' grades of one item
--   rule: 'majority' the grade most of them give, the lower one where two are as frequent; 'mean' their mean, rounded half
--     up; 'strictest' the lowest
-- returns: the grade; null for no grades; an error for another rule
-- example: select labels.panel_grade([0, 2, 2, 3], 'majority')
create or replace macro labels.panel_grade(grades, rule) as
    case rule
        when 'majority'
            then list_sort(
                list_transform(
                    list_distinct(grades),
                    lambda grade: {
                        'votes': -len(list_filter(grades, lambda other: other = grade)),
                        'grade': grade
                    }
                )
            )[1].grade
        when 'mean' then floor(list_avg(grades) + 0.5)::smallint
        when 'strictest' then list_min(grades)
        else error('the rule of panel_grade is majority, mean or strictest')
    end;
