select
    'studies' as need,
    'simulated judging' as meaning,
    'dltrack simulate COLLECTION --strategy pool' as adds,
    (select count(*) > 0 from main.simulations) as is_met,
