# SPDX-License-Identifier: MIT
"""Prints the results of a test in Python (TAP 13). The tests of all parts use it."""

import sys


class Tap:
    """Counts the test points and prints each as soon as it is known. Of the reason of a failure it
    shows at most `lines` lines, cut to `columns`. By default it shows everything."""

    def __init__(self, lines=None, columns=None):
        self.count = self.failed = 0
        self.lines, self.columns = lines, columns
        print("TAP version 13")

    def ok(self, good, name, why=""):
        self.failed += not good
        self._put("ok" if good else "not ok", name)
        if not good:
            for line in str(why).splitlines()[:self.lines]:
                print("# " + line[:self.columns])
        sys.stdout.flush()

    def skip(self, name, why):
        self._put("ok", name, " # SKIP " + why)
        print("# skipped: %s: %s" % (name, why))  # which prove shows

    def end(self):
        """Returns the exit status of the test."""
        print("1..%d" % self.count)
        return 1 if self.failed else 0

    def _put(self, verdict, name, directive=""):
        self.count += 1
        print("%s %d - %s%s" % (verdict, self.count, name.replace("#", "\\#"), directive))
