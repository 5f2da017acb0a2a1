-- Of variable `objects`, the one whose data are missing, and what adds them; in a database without collections any.
select
    objects.object,
    needs.meaning,
    needs.adds,
from catalog.objects as objects
inner join catalog.needs as needs
    on list_contains(string_split(objects.needs, ', '), needs.need)
    or (needs.need = 'labels' and objects.kind in ('view', 'table macro') and objects.schema <> 'catalog')
where list_contains(getvariable('objects'), objects.object) and not needs.is_met
order by needs.need <> 'labels', objects.object, needs.need;
