-- The number of judgments after which the stopping rule of 2019 stops judging a topic.
--
-- source: TREC 2019 overview, section 4, and section 5.2 for its simulation
-- params:
--   steps: list of the steps at which relevant items come up; those of a trace that has only begun will do, for the
--     answer is then either final or beyond the end of the trace
--   pool_size: items in the pool, P
--   max_judgments: most judgments, whatever is found: 1000 or the number of candidates
--   growth: judgments added for each relevant item known, where half of the judged are relevant
--   drops_always: whether more than 0.6 relevant end the topic at any check, or only at the first
-- returns: judgments J: P + 100 when fewer than P / 2 of them are relevant; else 2R + 100, and from there growth * R more
--   as long as R is at least J / 2
-- caveats: the paper gives the growth only as proportional to R; a topic with more than 0.6 relevant is left out of the
--   evaluation, see judging.simulation_stops
-- example: select judging.heuristic_judgments([1, 2, 3, 30, 200], 50, 1000, 1, false)
create or replace macro judging.heuristic_judgments(steps, pool_size, max_judgments, growth, drops_always) as
    case
        when 2 * judging.found_within(steps, least(pool_size + 100, max_judgments)) < pool_size
            then least(pool_size + 100, max_judgments)
        -- a negative number is a decision: the rest of the list changes nothing any more
        else abs(
            list_reduce( -- noqa: LT01
                list_prepend(
                    least(2 * judging.found_within(steps, least(pool_size + 100, max_judgments)) + 100, max_judgments),
                    range(1, max_judgments + 1)
                ), -- noqa: PRS
                lambda num_labels, check_no: case
                    when num_labels < 0 then num_labels
                    when
                        (check_no = 1 or drops_always)
                        and judging.found_within(steps, num_labels) > 0.6 * num_labels then -num_labels
                    when
                        2 * judging.found_within(steps, num_labels) < num_labels
                        or num_labels >= max_judgments then -num_labels
                    else least(
                        num_labels + ceil(growth * judging.found_within(steps, num_labels))::bigint, max_judgments
                    )
                end
            )
        )
    end;
