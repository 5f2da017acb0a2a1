-- Where the map of runs places each run of the page.
create table dltrack.report.run_map (
    collection varchar not null,
    run_id varchar not null,
    team varchar,
    category varchar,
    ndcg_cut_10 double,
    x double not null,
    y double not null
);
comment on table dltrack.report.run_map is
    'The map of runs: a drawing of report.run_vectors on its first two principal components.
source: report.run_vectors
grain: collection, run_id
caveats: placed when the page was written';
