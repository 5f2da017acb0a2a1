-- The values asked for, with the conventions each is computed by. Filled by dltrack_db/score/scores.py:
-- min_relevance and tie_rule are those that a measure always uses or that were asked for, null for those of labels and collection.
create or replace temp table asked (
    position integer not null,
    measure varchar not null,
    is_binary boolean not null,
    min_relevance double,
    tie_rule varchar
);
