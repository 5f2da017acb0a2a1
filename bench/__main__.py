"""Run the benchmarks of common commands and of growth: python -m bench."""

from __future__ import annotations

from bench import growth, today
from bench.process import ROOT


def main() -> None:
    if (ROOT.parent / "shared" / "data" / "runs").is_dir():
        today.main()
    else:
        print("bench.today needs the real runs of TREC 2021: python -m bench.today --from DIR")
    growth.main()
    print(
        "\nothers: python -m bench.load (a load compared with other tools), python -m bench.evaluation (scoring), "
        "python -m bench.corpus (corpora, 2.5 GB of disk), python -m bench.simulate (the learner), "
        "python -m bench.views (every view by its example); --help"
    )


if __name__ == "__main__":
    main()
