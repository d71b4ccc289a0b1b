# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# What a test in shell prints (TAP), as tap.py does for one in Python. A test reads this file with `.`.
number=0

# check NAME COMMAND...: one test, which holds if the command succeeds. If it does not, the test shows
# what the command printed.
check() {
    name=$1
    shift
    number=$((number + 1))
    if said=$("$@" 2>&1); then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        echo "$said" | sed 's/^/# /'
    fi
}

# check_with TOOL NAME COMMAND...: the same, skipped if there is no such command or path as TOOL.
check_with() {
    tool=$1
    shift
    if command -v "$tool" >/dev/null 2>&1 || [ -d "$tool" ]; then
        check "$@"
    else
        number=$((number + 1))
        echo "ok $number - $1 # SKIP no $tool (scripts/setup --tests)"
    fi
}
