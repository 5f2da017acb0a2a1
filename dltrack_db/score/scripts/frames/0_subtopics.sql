-- Takes the iterations of the given qrels for subtopics where they cannot be anything else: a document of a query stands
-- there with several of them, each of which can be one (labels.is_subtopic), or measures by subtopic are asked for (variable `by_subtopic`) and there are several.
update given_qrels
set subtopic = iteration
where
    (select count(*) from given_qrels as named where named.subtopic is not null) = 0
    and (
        (
            exists (
                select given.query_id,
                from given_qrels as given
                group by given.query_id, given.doc_id
                having count(distinct given.iteration) > 1
            )
            and (select bool_and(labels.is_subtopic(given.iteration)) from given_qrels as given)
        )
        or (
            getvariable('by_subtopic')
            and (select count(distinct given.iteration) from given_qrels as given) > 1
        )
    );
