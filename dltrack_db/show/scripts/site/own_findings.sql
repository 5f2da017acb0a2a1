-- What is said of the form of the runs that a visitor brings; filled in the browser.
create table dltrack.report.own_findings (
    collection varchar not null,
    run_id varchar not null,
    severity varchar not null,
    rule varchar not null,
    found bigint not null,
    detail varchar
);
comment on table dltrack.report.own_findings is
    'What dltrack check says of the runs that were dropped on this page, as systems.run_rules has it of loaded ones.
source: systems.run_rules, in the browser
grain: collection, run_id, rule';
