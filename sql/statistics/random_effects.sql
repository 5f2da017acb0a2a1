-- The mean effect over several studies whose true effects may differ (random-effects meta-analysis), such as the difference
-- of two systems over several collections.
--
-- source: R. DerSimonian and N. Laird, "Meta-analysis in clinical trials", Controlled Clinical Trials 7 (1986); REML by
--     Fisher scoring as in W. Viechtbauer, "Bias and efficiency of meta-analytic variance estimators in the
--     random-effects model", JEBS 30 (2005); statsmodels' combine_effects; I. Soboroff, "Meta-analysis for retrieval
--     experiments involving multiple test collections", CIKM 2018
-- params:
--   effects: list of effects, one per study
--   variances: list of the squared standard errors of the effects; studies with a null, infinite or zero variance or a null or
--     infinite effect are left out
--   method: 'dl' (DerSimonian-Laird) or 'reml' (restricted maximum likelihood)
-- returns: {num_studies, mean, low, high, p_value, tau2, q, p_heterogeneity, i2}: mean effect, its interval and two-sided
--     normal p-value, variance between studies, Cochran's Q, its p-value, and the share of variance that is between studies; q
--     to i2 are null for a single study; without any study, all but num_studies are null
-- caveats: with few studies tau2 is poorly estimated, and the normal interval is then too narrow
-- example: select statistics.random_effects([0.05, 0.03, 0.08], [0.0004, 0.0003, 0.0009])
create or replace macro statistics.random_effects(effects, variances, method := 'dl', confidence := 0.95) as
    list_transform(
        [struct_pack(
            studies := list_filter(
                list_transform(
                    list_zip(effects, variances),
                    lambda pair: struct_pack(effect := cast(pair[1] as double), variance := cast(pair[2] as double))
                ),
                lambda study: abs(study.effect) < 1e300 and study.variance > 0 and study.variance < 1e300
            ),
            method := case
                when lower(method) in ('dl', 'reml') then lower(method)
                else error('there is no method ''' || method || '''; use ''dl'' or ''reml''')
            end,
            z := statistics.normal_quantile((1 + cast(confidence as double)) / 2)
        )],
        lambda given: list_transform(
            [struct_pack(
                w := list_sum([1 / study.variance for study in given.studies]),
                w2 := list_sum([1 / study.variance ** 2 for study in given.studies]),
                fixed := list_sum([study.effect / study.variance for study in given.studies])
                    / list_sum([1 / study.variance for study in given.studies]),
                df := len(given.studies) - 1
            )],
            lambda sums: list_transform(
                [list_sum([(study.effect - sums.fixed) ** 2 / study.variance for study in given.studies])],
                lambda q: list_transform( -- noqa: LT01
                    [ -- noqa: PRS
                        case
                            when sums.df < 1 then 0
                            when given.method = 'dl'
                                then greatest((q - sums.df) / (sums.w - sums.w2 / sums.w), 0)
                            else list_reduce(
                                [cast(0 as double) for step in range(200)],
                                lambda tau2, step: list_transform(
                                    [struct_pack(
                                        w := list_sum([1 / (study.variance + tau2) for study in given.studies]),
                                        w2 := list_sum([1 / (study.variance + tau2) ** 2 for study in given.studies]),
                                        mean := list_sum(
                                            [study.effect / (study.variance + tau2) for study in given.studies]
                                        ) / list_sum([1 / (study.variance + tau2) for study in given.studies])
                                    )],
                                    lambda held: greatest(
                                        list_sum([
                                            ((study.effect - held.mean) ** 2 - study.variance)
                                            / (study.variance + tau2) ** 2
                                            for study in given.studies
                                        ]) / held.w2 + 1 / held.w,
                                        0
                                    )
                                )[1],
                                greatest((q - sums.df) / (sums.w - sums.w2 / sums.w), 0)
                            )
                        end
                    ],
                    lambda tau2: list_transform(
                        [struct_pack(
                            mean := list_sum([study.effect / (study.variance + tau2) for study in given.studies])
                                / list_sum([1 / (study.variance + tau2) for study in given.studies]),
                            error := 1 / sqrt(list_sum([1 / (study.variance + tau2) for study in given.studies]))
                        )],
                        lambda found: struct_pack(
                            num_studies := len(given.studies),
                            mean := found.mean,
                            low := found.mean - given.z * found.error,
                            high := found.mean + given.z * found.error,
                            p_value := statistics.normal_two_sided(found.mean / found.error),
                            tau2 := case when sums.df >= 1 then tau2 end,
                            q := case when sums.df >= 1 then q end,
                            p_heterogeneity := case
                                when sums.df >= 1 then statistics.chi_squared_tail(q, sums.df)
                            end,
                            i2 := case when sums.df >= 1 then coalesce(greatest(1 - sums.df / nullif(q, 0), 0), 0) end
                        )
                    )[1]
                )[1]
            )[1]
        )[1]
    )[1];
