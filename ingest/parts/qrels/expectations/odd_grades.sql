-- Grades that are probably typing errors. Fractions and files with grades counted in a recipe are left out, and so are grades
-- outside of the official range, which grades_off_scale.sql reports.
with
counted as (
    select
        qrels.file_id,
        qrels.relevance,
        min(qrels.line) as line,
        count(*) as num_labels,
    from staging.qrels as qrels
    where
        qrels.problem is null
        and (qrels.file_id, qrels.relevance) not in (
            select
                files.file_id,
                off.relevance,
            from staging.files as files
            inner join staging.known_grades as known on known.collection = files.collection
            inner join staging.qrels as off on off.file_id = files.file_id
            where off.relevance not between known.lowest and known.highest
        )
        and qrels.file_id not in (select expected.file_id from staging.expected_grades as expected)
        and qrels.file_id not in (select fractions.file_id from staging.qrels as fractions where fractions.gain is not null)
    group by qrels.file_id, qrels.relevance
),

compared as (
    select
        *,
        lag(relevance) over (partition by file_id order by relevance) as lower_grade,
        sum(num_labels) over (partition by file_id) as num_labels_in_file,
    from counted
)

select
    file_id,
    line,
    'grade ' || relevance || ' occurs ' || if(num_labels = 1, 'once', num_labels || ' times') || case
        when relevance > 1 and relevance - lower_grade > 1 then ', and no grade between ' || lower_grade || ' and ' || relevance
        else ''
    end || '; correct the grade, or list the grades of the file in a recipe (grades = …)' as detail,
from compared
where
    (num_labels = 1 and num_labels_in_file >= 100)
    or (relevance > 1 and relevance - greatest(lower_grade, 0) > 1 and lower_grade is not null)
order by file_id, line
