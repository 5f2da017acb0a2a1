-- What was compared and does not come out, or waits: how many numbers of each exhibit, and why; what differs comes first.
select
    compared.exhibit,
    any_value(exhibits.title) as title,
    compared.status,
    count(*) as cells,
    compared.reason,
from temp.compared as compared
inner join published.exhibits as exhibits on compared.exhibit = exhibits.exhibit
where compared.status not in ('match', 'agrees with NIST', 'agrees in print')
group by compared.exhibit, compared.status, compared.reason
order by compared.status <> 'mismatch', compared.exhibit, compared.status, compared.reason;
