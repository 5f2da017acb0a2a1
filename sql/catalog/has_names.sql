-- Whether names are known: true, or an error that tells the first one that is not, and the known one that is most like it.
--
-- source: Jaro-Winkler similarity for what may have been meant
-- params:
--   kind: what the names are of, in words
--   asked: names that somebody asked for, as a list; a null in it asks for nothing
--   known: names that there are, as a list
-- returns: boolean, never false
-- caveats: a name that is not known stops the query instead of giving no rows
-- example: select catalog.has_names('measure', ['map'], ['map', 'recip_rank'])
create or replace macro catalog.has_names(kind, asked, known) as
    case
        when list_has_all(known, asked) then true
        else error(
            list_transform(
                list_filter(asked, lambda name: not list_contains(known, name)),
                lambda missing: 'there is no ' || kind || ' ''' || missing || '''' || coalesce(
                    '; did you mean ' || list_max([
                        struct_pack(likeness := jaro_winkler_similarity(lower(name), lower(missing)), name := name)
                        for name in known if jaro_winkler_similarity(lower(name), lower(missing)) > 0.8
                    ]).name || '?',
                    ''
                )
            )[1]
        )
    end;
