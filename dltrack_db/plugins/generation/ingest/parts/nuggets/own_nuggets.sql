-- Nuggets that belong to the file's own bank; those of another bank are only compared with it.
select
    nuggets.*,
    files.collection,
from memory.staging.nuggets as nuggets
inner join memory.staging.files as files on files.file_id = nuggets.file_id and files.name = nuggets.bank;
