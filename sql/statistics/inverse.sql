-- The inverse of a matrix, by Gauss-Jordan elimination.
--
-- source: each row in turn is eliminated from all others, without pivoting, which is safe if the matrix is symmetric and
--     positive definite
-- params:
--   matrix: list of rows, each a list of numbers
-- returns: list of rows; not finite if the matrix has no inverse
-- caveats: one step per row, each over all cells
-- example: select statistics.inverse([[2.0::double, 1], [1, 2]])
create or replace macro statistics.inverse(matrix) as
    -- the list to fold is the matrix, followed by the row numbers as 1 x 1 matrices
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
