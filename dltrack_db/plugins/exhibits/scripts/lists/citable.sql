select
    exhibit,
    paper,
    place,
    title,
from published.exhibits
