-- Number of judgments of a topic after which the stopping rule of 2019 (the heuristic) stops.
--
-- source: TREC 2019 overview, section 4, and section 5.2 for its simulation
-- params:
--   steps: list of the steps at which relevant items are judged. For an unfinished trace, the result is either final or larger
--     than the length of the trace
--   pool_size: number P of items in the pool
--   max_judgments: maximum number of judgments: 1000 or the number of candidates
--   growth: number of judgments added for each known relevant item while at least half of the judged items are relevant
--   drops_always: true if a share of relevant items above 0.6 ends the judging of the topic at every check, false if only at
--     the first check
-- returns: number of judgments J: P + 100 if fewer than P / 2 of these judgments find a relevant item; otherwise 2R + 100
--   for R relevant items found, plus growth * R as often as R is at least J / 2
-- caveats: the paper says only that the growth is proportional to R. Topics with a share of relevant items above 0.6 are not
--   evaluated, see judging.simulation_stops
-- example: select judging.heuristic_judgments([1, 2, 3, 30, 200], 50, 1000, 1, false)
create or replace macro judging.heuristic_judgments(steps, pool_size, max_judgments, growth, drops_always) as
    case
        when 2 * judging.found_within(steps, least(pool_size + 100, max_judgments)) < pool_size
            then least(pool_size + 100, max_judgments)
        -- a negative number is final: the rest of the list is ignored
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
