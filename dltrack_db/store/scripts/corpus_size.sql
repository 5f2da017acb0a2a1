-- The corpus of variable `corpus` with the rows stored of it, published or not; no row when there is none.
select
    corpora.corpus,
    coalesce(sum(members.num_stored), 0)::bigint as num_rows,
from store.corpora as corpora
left join store.members as members on corpora.load_no = members.load_no
where corpora.corpus = getvariable('corpus')
group by corpora.corpus;
