#!/usr/bin/env bash
# bats, formatter tap13: a skipped test is 'not ok', and what a test prints is in the details of the test before it.
#
# Versions: bats 1.13.0 (npm).
# Guess: a skipped test is 'ok … # SKIP', as the formatter tap writes it and a passed one is, and what a test prints on
# file descriptor 3 is with that test.
# Seen: 'not ok 2 pays # SKIP no terminal'. What the third test prints is in the YAML of the second, before the line of
# the third. The command ends with 0.
# Matters: readers that count 'not ok', as greps in CI do, see a failure in a green run, and look for what a failed
# test printed at its neighbour.
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
@test "prints" { echo '# printed by the third test' >&3; }
BATS
bats=node_modules/bats/bin/bats
status=0
bash "$bats" --formatter tap13 shop.bats >tap13.txt || status=$?
bash "$bats" --formatter tap shop.bats >tap.txt
cat tap13.txt
expect test "$status" = 0
expect grep -qx 'not ok 2 pays # SKIP no terminal' tap13.txt
expect grep -qx 'ok 2 pays # skip no terminal' tap.txt
printed=$(grep -n 'printed by the third test' tap13.txt | cut -d: -f1)
third=$(grep -nx 'ok 3 prints' tap13.txt | cut -d: -f1)
expect test "$printed" -lt "$third"
expect grep -q '^  message: |' tap13.txt
echo 'As described.'
