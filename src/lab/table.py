#!/usr/bin/env python3
"""table.py <RESULTS >PAGE: a Markdown table, exposures down and functions across, of what the guest saw.

Lines of three fields: exposure, function, yes or no. What was not looked at is left empty.
"""

import sys


def main():
    cells, exposures, functions = {}, [], []
    for line in sys.stdin:
        exposure, function, seen = line.rstrip("\n").split("\t")
        if exposure not in exposures:
            exposures.append(exposure)
        if function not in functions:
            functions.append(function)
        cells[exposure, function] = {"yes": "yes", "no": "**no**"}[seen]
    print("| exposure | " + " | ".join(functions) + " |")
    print("|---|" + "---|" * len(functions))
    for exposure in exposures:
        row = [cells.get((exposure, function), "") for function in functions]
        print("| " + exposure + " | " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
