-- Number of characters of a text after the Unicode normalization NFKC, as in RAGTIME; … and ½ are three characters each.
--
-- source: rag-run-validator (github.com/hltcoe/rag-run-validator), used by TREC's report tracks
-- params:
--   content: text
-- returns: whole number
-- caveats: the normalized length is used only for characters of Latin scripts, punctuation, numbers and symbols. East Asian
--   squares and Arabic presentation forms are counted as one character each
-- example: select answers.num_characters('…')
create or replace macro answers.num_characters(content) as
    len(nfc_normalize(content))
    + len(regexp_extract_all(
        content,
        '[\x{a8}\x{af}\x{b4}\x{b8}\x{132}-\x{133}\x{13f}-\x{140}\x{149}\x{1c4}-\x{1cc}\x{1f1}-\x{1f3}'
        || '\x{2d8}-\x{2dd}\x{37a}\x{384}\x{2017}\x{2025}\x{2033}\x{2036}\x{203c}\x{203e}\x{2047}-\x{2049}'
        || '\x{20a8}\x{2103}\x{2109}\x{2116}\x{2120}\x{2122}\x{215f}\x{2161}\x{2163}\x{2165}\x{2168}\x{216a}'
        || '\x{2171}\x{2173}\x{2175}\x{2178}\x{217a}\x{222c}\x{222f}\x{2469}-\x{2473}\x{2488}-\x{2490}\x{2a75}'
        || '\x{fb00}-\x{fb02}\x{fb05}-\x{fb06}]'
    ))
    + 2 * len(regexp_extract_all(
        content,
        '[\x{bc}-\x{be}\x{385}\x{2026}\x{2034}\x{2037}\x{2100}-\x{2101}\x{2105}-\x{2106}\x{2121}\x{213b}'
        || '\x{2150}-\x{2151}\x{2153}-\x{215e}\x{2162}\x{2166}\x{216b}\x{2172}\x{2176}\x{217b}\x{2189}\x{222d}'
        || '\x{2230}\x{2474}-\x{247c}\x{2491}-\x{24b5}\x{2a74}\x{2a76}\x{fb03}-\x{fb04}]'
    ))
    + 3 * len(regexp_extract_all(
        content,
        '[\x{2057}\x{2152}\x{2167}\x{2177}\x{247d}-\x{2487}\x{2a0c}]'
    ));
