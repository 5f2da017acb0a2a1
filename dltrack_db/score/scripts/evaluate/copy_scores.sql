-- Copies the submitted scores of the run of variable `run_id` from the attached database `loaded`: they stand in for
-- rankings that are not loaded (metrics.stand_in_scores).
insert into main.submitted_scores by name
select submitted_scores.*
from loaded.main.submitted_scores as submitted_scores
inner join main.collections as collections
    on submitted_scores.collection = collections.collection
    and submitted_scores.variant = collections.qrels_variant
where submitted_scores.run_id = getvariable('run_id');
