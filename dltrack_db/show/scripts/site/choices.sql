-- The scores of the page's runs under every choice of labels, level and tie rule.
create table dltrack.report.stored_choices (
    collection varchar not null,
    variant varchar not null,
    min_relevance double not null,
    tie_rule varchar not null,
    run_id varchar not null,
    measure varchar not null,
    value double not null,
    num_q integer not null
);
comment on table dltrack.report.stored_choices is
    'The means of the six common measures of every run under every choice of report.choices.
source: report.scores_by_choice, when the page was written
grain: collection, variant, min_relevance, tie_rule, run_id, measure';
