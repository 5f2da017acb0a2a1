select
    'report' as schema,
    'Data of the figures in the report.' as summary,
