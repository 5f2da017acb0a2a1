-- Number of words of a text, separated by white space, as in Python's split() and the validators of the tracks.
--
-- source: rag-run-validator (github.com/hltcoe/rag-run-validator); RAG 2024 (response_length); iKAT 2025
-- params:
--   content: text
-- returns: whole number
-- example: select answers.num_words('two words')
create or replace macro answers.num_words(content) as
    len(regexp_extract_all(
        content,
        '[^\x{9}-\x{d}\x{1c}-\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]+'
    ));
