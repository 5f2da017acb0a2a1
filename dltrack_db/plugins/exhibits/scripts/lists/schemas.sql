select
    'exhibits' as schema,
    'Tables, figures and statements of the papers, computed.' as summary,
