#!/usr/bin/env bash
# tap, reporter junit: skipped and todo tests are passed test cases, and only failed ones have a file.
#
# Versions: tap 21.8.0.
# Guess: a skipped test has <skipped/>, as in the JUnit XML of others, and a test has the same attributes whether it
# passed or failed.
# Seen: skips and todo are <property name="skip"> and <property name="todo"> in <properties> of the test case, without
# <skipped/>, though the header of the suite counts them as skipped. The attribute 'file' is written for failures only.
# Matters: readers count skipped tests as passed, and those that name tests by file and name take a test for another one
# as soon as it fails.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error tap@21.8.0 >/dev/null

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
cat >cart.test.cjs <<'JS'
const t = require('tap');
t.test('is skipped', { skip: 'no terminal' }, (t) => t.end());
t.test('ships later', { todo: 'next month' }, (t) => t.end());
t.ok(true, 'adds');
t.ok(process.env.ADDS !== 'no', 'pays');
JS
echo '{}' >package.json
run() {
  node_modules/.bin/tap --disable-coverage --allow-empty-coverage --reporter junit cart.test.cjs >"$1" 2>/dev/null || true
}
run passed.xml
ADDS=no run failed.xml
grep -E '<testsuite |<testcase|name="(skip|todo)"' failed.xml | sed -E 's/ (time|id)="[^"]*"//g'
expect grep -qE '<testsuite name="cart.test.cjs".* skipped="[1-9]"' passed.xml
expect test "$(grep -c '<skipped' passed.xml || true)" = 0
expect grep -q '<property name="skip" value="no terminal" />' passed.xml
expect grep -q '<property name="todo" value="next month" />' passed.xml
expect test "$(grep 'name="pays"' passed.xml | grep -c ' file=' || true)" = 0
expect test "$(grep 'name="pays"' failed.xml | grep -c ' file="cart.test.cjs"')" = 1
echo 'As described.'
