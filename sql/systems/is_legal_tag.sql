-- Whether NIST accepts a run's tag: letters, digits, hyphens, underscores and dots, at most 25 characters.
--
-- source: derived from the 509 submitted runs of 2019 to 2023 in the TREC Browser, whose tags all obey this rule; NIST's check
--   script is not public
-- params:
--   tag: sixth column of the run
-- returns: true or false; null for a null tag
-- example: select systems.is_legal_tag('my run')
create or replace macro systems.is_legal_tag(tag) as regexp_full_match(tag, '[A-Za-z0-9_.-]{1,25}');
