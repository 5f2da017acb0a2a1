-- The numbers of one more exhibit, of variable `exhibit`, beside those that were compared.
insert into temp.compared
from published.compared(getvariable('exhibit'));
