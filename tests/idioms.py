"""House idioms per 1,000 words: `python tests/idioms.py [--list] [PATH…]` counts the rules of `idioms.toml`.

It reads docs, SQL headers, docstrings, comments and messages, but not tests, papers and the changelog. Without paths it
exits with 1 above the limit; `--list` prints every hit.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RULES: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
IDIOMS = {name: re.compile(rule["pattern"], re.IGNORECASE) for name, rule in RULES["idioms"].items()}
LEFT_OUT = re.compile(r"(papers|joss|tests|CHANGELOG)\b|.*/tests/")
_TOKENS = (tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1))
_PARTS = {".toml": r'#.*|"[^"]{25,}"', ".ts": r'//.*|/?\*.*|`[^`]*`|"[^"]* [^"]*"'}


def files(paths: list[str]) -> Iterator[Path]:
    """Yield the files of the checkout to read, by default all."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *paths]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if name.endswith((".md", ".sql", ".py", *_PARTS)) and not LEFT_OUT.match(name) and (ROOT / name).is_file():
            yield ROOT / name


def prose(file: Path) -> Iterator[tuple[int, str]]:
    """Yield number and text of the lines that people read."""
    text = file.read_text(encoding="utf-8", errors="replace")
    if file.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in _TOKENS and " " in token.string:
                yield from enumerate(token.string.split("\n"), token.start[0])
        return
    is_code = False
    for number, line in enumerate(text.split("\n"), 1):
        is_code ^= file.suffix == ".md" and line.startswith("```")
        if file.suffix == ".md" and not is_code:
            yield number, line
        elif file.suffix == ".sql":
            words = [line.strip()[2:]] if line.strip().startswith("--") else re.findall(r"'([^']{25,})'", line)
            yield from ((number, one) for one in words)
        elif file.suffix in _PARTS:
            yield from ((number, one) for one in re.findall(_PARTS[file.suffix], line))


def hits(file: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line, idiom and text of each hit that is not an exception."""
    path = file.relative_to(ROOT).as_posix()
    allowed = [each["text"] for each in RULES["exceptions"] if each["path"] == path]
    for number, line in prose(file):
        if not any(text in line for text in allowed):
            yield from ((number, name, line.strip()) for name, rule in IDIOMS.items() for _ in rule.findall(line))


def main(arguments: list[str]) -> int:
    """Print the rate and the files with most hits; return the exit code."""
    paths = [one for one in arguments if one != "--list"]
    words, worst = 0, Counter[str]()
    for file in files(paths):
        words += sum(len(line.split()) for _, line in prose(file))
        for number, name, text in hits(file):
            worst[file.relative_to(ROOT).as_posix()] += 1
            if "--list" in arguments:
                print(f"{file.relative_to(ROOT)}:{number}: {name} ({RULES['idioms'][name]['write']}): {text[:120]}")
    rate = 1000 * worst.total() / max(words, 1)
    print(f"{worst.total()} idioms in {words:,} words: {rate:.1f} per 1,000 of at most {RULES['limit']}")
    print("most in " + ", ".join(f"{path} ({number})" for path, number in worst.most_common(8)))
    return int(not paths and rate > RULES["limit"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
