-- The joint grade of several judges for one item.
--
-- source: labels by panels of models, as in the LLMJudge challenge (2024)
-- params:
--   grades: list of the judges' grades of one item
--   rule: 'majority': the most frequent grade, the lower grade if two are equally frequent; 'mean': the mean, rounded half up;
--     'strictest': the lowest grade
-- returns: the grade; null for an empty list; an error for any other rule
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
        else error('unknown rule of panel_grade; use majority, mean or strictest')
    end;
