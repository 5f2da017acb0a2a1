-- The family of a model: the letters at the start of its name.
--
-- source: circularity as in Clarke and Dietz 2024
-- params:
--   model: name of a model
-- returns: text, e.g. 'gpt' for 'GPT-4o'; null for a name that does not start with a letter
-- example: select labels.model_family('GPT-4o')
create or replace macro labels.model_family(model) as
    nullif(regexp_extract(lower(model), '^[a-z]+'), '');
