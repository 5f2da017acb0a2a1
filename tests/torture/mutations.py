"""Valid files, and ways to spoil them."""

from __future__ import annotations

import gzip
import random

Rows = list[list[str]]
# fmt: off
NUMBERS = (
    "0", "-0", "+5", "007", "1e5", "1E5", "1e", "1e400", "-1e400", "1e39", "1e-400", "4.9e-324", "3.4028235e38",
    "3.4028236e38", "1.7976931348623157e308", ".5", "5.", ".", "-", "+", "+-1", "++1", "0x10", "1_0", "1,5", "1.5f",
    "nan", "NaN", "-nan", "NaN(1)", "inf", "-inf", "Infinity", "2147483647", "2147483648", "-2147483649", "32767",
    "32768", "99999999999999999999999", "1e5.5", "0b1", "١", "½", "1d5", "0.1", "0.10000000149011612", "1e+05",
    "1.e3", "1.0e+", "TRUE", "NULL", "null", "#1", "'1'", '"1"', "$1", "9" * 400, "0." + "3" * 3000, "0" * 500 + "1",
)
# fmt: on
STRANGE = (
    "",
    " ",
    "\t",
    "\r",
    "\0",
    "\x0b",
    "\x0c",
    "\x1b[31m",
    "\x7f",
    "\u00a0",
    "\u2028",
    "\u202e",
    "\ufeff",
    "é",
    "😀",
    "'",
    '"',
    "''",
    '"a b"',
    "\\",
    "\\n",
    ";",
    "--",
    "'; drop table main.qrels; --",
    "{x}",
    "$path",
    "%s",
    "NULL",
    "#",
    "*",
    "[red]",
    "'",
    "x" * 5000,
)
BYTES = (
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xf0\x9f",
    b"\r",
    b"\n",
    b"\t",
    b" ",
    b"\x1a",
    b'"',
    b"#",
    b"\xef\xbb\xbf",
)


def valid_run(random: random.Random) -> Rows:
    """Some topics, some documents each, scores falling, with ties."""
    rows = []
    for query in range(random.randint(1, 4)):
        for rank in range(1, random.randint(2, 8)):
            score = f"{20 - rank // 2 + random.random() * random.choice((0, 1e-9, 0.5)):.{random.randint(0, 12)}f}"
            rows.append(
                [str(1000 + query), "Q0", f"msmarco_passage_{query:02d}_{rank * 7919}", str(rank), score, "tag"]
            )
    return rows


def valid_qrels(random: random.Random) -> Rows:
    """Graded labels."""
    return [
        [str(1000 + query), "0", f"msmarco_passage_{query:02d}_{item * 7919}", str(random.randint(-1, 3))]
        for query in range(random.randint(1, 4))
        for item in range(random.randint(1, 8))
    ]


def valid_queries(random: random.Random) -> Rows:
    """Topics."""
    return [
        [str(1000 + query), f"what is number {random.random()} of {query}"] for query in range(random.randint(1, 9))
    ]


def spoil(rows: Rows, random: random.Random) -> list[list[str]]:
    """The rows with some cells, columns or rows changed."""
    rows = [list(row) for row in rows]
    for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
        row = random.choice(rows)
        if row:
            _spoil_one(rows, row, random.randrange(len(row)), random)
    return rows


def _spoil_one(rows: Rows, row: list[str], cell: int, random: random.Random) -> None:
    match random.randrange(14):
        case 0:
            row[cell] = random.choice(NUMBERS)
        case 1:
            row[-1 if len(row) == 4 else max(len(row) - 2, 0)] = random.choice(NUMBERS)
        case 2:
            row[len(row) // 2] = random.choice(NUMBERS)
        case 3:
            row[cell] = random.choice(STRANGE)
        case 4:
            row[cell] += random.choice(STRANGE)
        case 5:
            row[cell] = random.choice(STRANGE) + row[cell]
        case 6:
            del row[cell]
        case 7:
            row.insert(cell, random.choice(STRANGE))
        case 8:
            row.reverse()
        case 9:
            rows.append(list(row))
        case 10:
            rows.insert(0, list(row))
        case 11:
            rows.insert(random.randrange(len(rows)), [random.choice(("", "# comment", "#1 Q0 d 1 1 t", " "))])
        case 12 if len(rows) > 1:
            rows.remove(row)
        case _:
            random.shuffle(rows)


def render(rows: Rows, random: random.Random, separators: tuple[str, ...]) -> bytes:
    """The rows as a file: separators, line ends and the end of the file vary."""
    separator = random.choice(separators)
    end = random.choice(("\n", "\n", "\n", "\n", "\r\n", "\n\n", " \n", "\r"))
    mixed = random.random() < 0.1
    text = end.join((random.choice(separators) if mixed else separator).join(row) for row in rows)
    content = (text + random.choice((end, end, "", "\n\n", "\x1a"))).encode("utf-8", "surrogatepass")
    if random.random() < 0.05:
        content = b"\xef\xbb\xbf" + content
    if random.random() < 0.15:
        content = damage(content, random)
    return content


def damage(content: bytes, random: random.Random) -> bytes:
    """The bytes with some of them changed."""
    spoiled = bytearray(content)
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(spoiled) + 1)
        match random.randrange(5):
            case 0 if place < len(spoiled):
                spoiled[place] ^= 1 << random.randrange(8)
            case 1:
                spoiled[place:place] = random.choice(BYTES)
            case 2:
                del spoiled[place : place + random.randint(1, 40)]
            case 3:
                spoiled[place:place] = spoiled[random.randrange(len(spoiled) + 1) :][: random.randint(1, 80)]
            case _:
                del spoiled[place:]
        if not spoiled:
            return b""
    return bytes(spoiled)


def pack(content: bytes, random: random.Random) -> bytes:
    """Now and then compressed, and then sometimes damaged."""
    if random.random() < 0.9:
        return content
    packed = gzip.compress(content, mtime=0)
    return damage(packed, random) if random.random() < 0.4 else packed
