-- How much the sets of labels of a collection agree. Variable: `collection`.
select
    variant_a,
    variant_b,
    num_items,
    agreement,
    kappa,
    kappa_linear,
    kappa_quadratic,
    kappa_binary,
    reason
from labels.kappa
where collection = getvariable('collection')
order by variant_a, variant_b
