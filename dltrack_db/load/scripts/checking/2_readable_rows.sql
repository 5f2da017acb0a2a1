-- Deletes the rows with reported problems, so that the others can be ordered and counted.
delete from memory.staging.rankings
where problem is not null or try_cast(score as float) is null or not isfinite(try_cast(score as float));
