#!/usr/bin/env bash
# bats --timing, formatter tap: the milliseconds are a part of the name of each test.
#
# Versions: bats 1.13.0 (npm).
# Guess: times are in a comment behind the name ('ok 1 adds # time=12ms'), or in YAML, where the formatter tap13 has them.
# Seen: 'ok 1 adds in 12ms', and with a directive 'ok 2 pays in 3ms # skip no terminal'. TAP takes all before the '#' for
# the name.
# Matters: each run has new tests by their names, and no test has a history.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error bats@1.13.0 >/dev/null

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
cat >shop.bats <<'BATS'
@test "adds" { true; }
@test "pays" { skip "no terminal"; }
BATS
bats=node_modules/bats/bin/bats
bash "$bats" --timing --formatter tap shop.bats | tee tap.txt
expect grep -qE '^ok 1 adds in [0-9]+ms$' tap.txt
expect grep -qE '^ok 2 pays in [0-9]+ms # skip no terminal$' tap.txt
bash "$bats" --timing --formatter tap13 shop.bats >tap13.txt
expect grep -qx 'ok 1 adds' tap13.txt
expect grep -qE '^  duration_ms: [0-9]+$' tap13.txt
echo 'As described.'
