-- Nuggets of the file's own bank. Nuggets of another bank are not loaded, only compared with that bank.
select
    nuggets.*,
    files.collection,
from memory.staging.nuggets as nuggets
inner join memory.staging.files as files on files.file_id = nuggets.file_id and files.name = nuggets.bank;
