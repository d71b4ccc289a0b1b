# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# For lint.t and tidy.t, which read it with `.`: which files are sources, and what a test prints. Ends
# the test if this is no git checkout, since git says which files are sources.
. vectors/tests/tap.sh

# git rejects a checkout of another user, who might have it run something; this runs it anyway.
GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0=$(pwd -P)
export GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0
if ! git ls-files --error-unmatch scripts/tests/lint.t >/dev/null 2>&1; then
    echo "1..0 # SKIP this is no git checkout, and git says which files are sources"
    exit 0
fi

# sources PATTERN...: the files that fit a pattern, tracked or new, but none that git ignores.
sources() {
    git ls-files --cached --others --exclude-standard "$@"
}
