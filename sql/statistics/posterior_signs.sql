-- Probabilities that the first run is better on most topics, that the second run is, and that the runs are equal on most
-- topics.
--
-- source: A. Benavoli, G. Corani, F. Mangili, M. Zaffalon and F. Ruggeri, "A Bayesian Wilcoxon signed-rank test based on
--     the Dirichlet process", ICML 2014, and JMLR 18 (2017), section 4.2: the sign test with a Dirichlet prior of one
--     topic on no difference; baycomp.SignTest draws from the same posterior
-- params:
--   wins: topics on which the first run is better by more than the region of practical equivalence
--   ties: topics on which the runs differ by no more than this region
--   losses: topics on which the second run is better by more than this region
--   prior: weight of the prior, added to the ties
-- returns: {better, equal, worse}: probabilities that add up to 1, accurate to about 1e-5; nulls for no topics
-- example: select statistics.posterior_signs(30, 3, 20)
create or replace macro statistics.posterior_signs(wins, ties, losses, prior := 1) as
    list_transform( -- noqa: PRS
        -- adds a little to every count, as baycomp does, so that a count of 0 has a posterior
        [struct_pack(
            wins := 0.0001 + wins,
            ties := 0.0001 + ties + prior,
            losses := 0.0001 + losses,
            num_topics := wins + ties + losses
        )],
        lambda given: list_transform(
            [struct_pack(
                better := case
                    when given.num_topics > 0 then statistics.largest_share(given.wins, given.ties, given.losses)
                end,
                worse := case
                    when given.num_topics > 0 then statistics.largest_share(given.losses, given.ties, given.wins)
                end
            )],
            lambda found: struct_pack(
                better := found.better,
                equal := case when found.better is not null then greatest(1 - found.better - found.worse, 0) end,
                worse := found.worse
            )
        )[1]
    )[1];
