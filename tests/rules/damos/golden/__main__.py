"""Write the golden playthroughs anew: ``python -m tests.rules.damos.golden``."""

from __future__ import annotations

from . import SCENARIOS, file_of, write

if __name__ == "__main__":
    for scenario in SCENARIOS:
        answers = write(scenario)
        print(f"{scenario}: {answers} answers, {file_of(scenario).stat().st_size} bytes")
