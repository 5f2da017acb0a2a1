-- Facts about the rankings of run files. Expectations of runs read these rows instead of millions of rankings. The rows also
-- contain the position and the checksum of each answer, for the ledger.

-- name: steps
-- Steps of the summary, each with the files that begin in the same five million rankings: the documents of all files at once
-- would need a gigabyte for ten runs of 7,000 topics. Deletes an earlier summary.
delete from staging.answers;

select distinct coalesce(files.first_row, 0) // 5000000 as step
from staging.files as files
order by step;

-- name: answers
-- Adds one row for each run file of the step in variable `summary_step` and each topic, computed in one scan of the rankings.
-- `is_apart`: rows of other answers are between the rows of this answer. `has_repeats`: a document occurs twice, or two documents
-- have equal hashes; the expectation then compares the documents. The id patterns of official corpora allow no control
-- characters, so ids of those collections are not searched for them.
insert into staging.answers by name
with counted as (
    select
        rankings.file_id,
        rankings.query_id,
        count(*) as num_ret,
        min(rankings.rowid) as first_row,
        max(rankings.rowid) as last_row,
        count(rankings.problem) as num_problems,
        count(*) filter (where not staging.is_known_form(files.collection, rankings.doc_id)) as num_foreign,
        count(*) filter (
            where
            strlen(rankings.doc_id) > 2048
            or case
                when collections.doc_id_pattern = '' then staging.has_unfit_sign(rankings.doc_id)
                else false
            end
        ) as num_unfit,
        count(rankings.score)
        - count(*) filter (where isfinite(try_cast(rankings.score as float))) as num_not_finite,
        min(rankings.score) as lowest_score,
        max(rankings.score) as highest_score,
        -- takes half the time of count(distinct); sorting all hashes at once takes as long
        list_unique(list(hash(rankings.doc_id))) <> count(*) as has_repeats,
        sum(catalog.ranking_digest(rankings.doc_id, rankings.submitted_rank, rankings.score)) as digest_sum,
    from staging.rankings as rankings
    inner join staging.files as files on files.file_id = rankings.file_id
    left join staging.collections as collections on collections.collection = files.collection
    where coalesce(files.first_row, 0) // 5000000 = getvariable('summary_step')
    group by rankings.file_id, rankings.query_id
)

select
    file_id,
    query_id,
    num_ret,
    first_row,
    last_row,
    last_row - first_row + 1 <> num_ret as is_apart,
    num_problems,
    num_foreign,
    num_unfit,
    num_not_finite,
    lowest_score,
    highest_score,
    has_repeats,
    digest_sum,
from counted;
