-- Whether all names are known: true, or an error with the first unknown name and the most similar known name.
--
-- source: Jaro-Winkler similarity for the suggested name
-- params:
--   kind: word for the named objects in the error message, e.g. 'run'
--   asked: list of names to look up; nulls are ignored
--   known: list of known names
-- returns: boolean, never false
-- caveats: an unknown name stops the query instead of returning no rows
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
