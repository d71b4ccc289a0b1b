# SPDX-License-Identifier: MIT
"""What a test in Python prints (TAP 13). For the tests of all parts; it knows nothing of them."""

import sys


class Tap:
    """Counts the test points and prints each as it is known. Of why one fails, `lines` lines are
    shown, cut to `columns`; by default all."""

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
        """The exit status of the test."""
        print("1..%d" % self.count)
        return 1 if self.failed else 0

    def _put(self, verdict, name, directive=""):
        self.count += 1
        print("%s %d - %s%s" % (verdict, self.count, name.replace("#", "\\#"), directive))
