-- How far must a reader go to each relevant item?
select
    run_id,
    round(asl, 2) as asl,
    round(asl_g1, 2) as first_relevant,
    round(asl_g10, 2) as first_ten,
from search_length.run_lengths()
where collection = 'sample-passages'
order by asl, run_id
limit 5
