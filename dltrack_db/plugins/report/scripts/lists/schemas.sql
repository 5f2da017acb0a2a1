select
    'report' as schema,
    'What the figures of the report are drawn from.' as summary,
