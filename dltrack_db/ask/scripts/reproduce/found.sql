-- The exhibits that variable `words` are about: their place in the paper (table3), or words of their or the paper's title.
select exhibit_guide.exhibit
from published.exhibit_guide as exhibit_guide
where
    lower(replace(exhibit_guide.place, ' ', '')) = lower(replace(getvariable('words'), ' ', ''))
    or list_bool_and(list_transform(
        string_split(lower(getvariable('words')), ' '),
        lambda word: contains(lower(exhibit_guide.title || ' ' || exhibit_guide.paper_title), word)
    ))
order by exhibit_guide.position;
