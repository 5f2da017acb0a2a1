-- The inverse of a matrix, by the method of Gauss and Jordan.
--
-- source: a line after the other is swept out of all others; no lines change places, which is safe where the matrix is
--     symmetric and positive definite
-- params:
--   matrix: list of lists, the lines from the first to the last
-- returns: list of lists; not finite where the matrix has no inverse
-- caveats: as many steps as there are lines, each over all cells
-- example: select statistics.inverse([[2.0::double, 1], [1, 2]])
create or replace macro statistics.inverse(matrix) as
    -- what is folded are the matrix and, in matrices of one cell, the numbers of its lines
    list_reduce( -- noqa: PRS
        list_prepend(matrix, list_transform(range(1, len(matrix) + 1), lambda each: [[each::double]])),
        lambda folded, number: list_transform(
            folded,
            lambda line, i: list_transform(
                line,
                lambda value, j: case
                    when i = number[1][1] and j = number[1][1] then 1 / value
                    when i = number[1][1] then value / line[number[1][1]::integer]
                    when j = number[1][1] then -value / folded[j][j]
                    else value
                    - line[number[1][1]::integer] * folded[number[1][1]::integer][j]
                    / folded[number[1][1]::integer][number[1][1]::integer]
                end
            )
        )
    );
