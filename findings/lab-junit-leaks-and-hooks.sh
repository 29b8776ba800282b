#!/usr/bin/env bash
# @hapi/lab, JUnit reporter: a leaked global fails the command only, and a failing hook leaves empty failures.
#
# Versions: @hapi/lab 26.0.1.
# Guess: what makes the command fail is in the report, with its message.
# Seen: a test that leaks a global variable passes in the XML (failures="0" errors="0"), and lab exits with 1; leak
# detection is on by default. When a `before` hook throws, each test of the experiment is <failure message="" type="">
# with an empty text: the error of the hook is in no case.
# Matters: a green report of a red command; and failures that all look alike, so that causes cannot be told apart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error @hapi/lab@26.0.1 >/dev/null

cat >leak.js <<'JS'
const lab = (exports.lab = require('@hapi/lab').script());
lab.test('adds', () => {
  total = 1;
});
JS
cat >hook.js <<'JS'
const lab = (exports.lab = require('@hapi/lab').script());
lab.experiment('cart', () => {
  lab.before(() => {
    throw new Error('no connection to the stock');
  });
  lab.test('adds', () => {});
  lab.test('pays', () => {});
});
JS

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
report() {
  status=0
  node_modules/.bin/lab -r junit -o "$1.xml" "$1.js" >console.txt 2>&1 || status=$?
  echo "$1: exit code $status"
  grep -E '<test|<failure' "$1.xml" | sed -E 's/ time="[^"]*"//g'
}

report leak
expect test "$status" = 1
expect grep -q '<testsuites tests="1" errors="0" failures="0"' leak.xml
expect test "$(grep -c '<failure' leak.xml || true)" = 0

report hook
expect test "$status" = 1
expect test "$(grep -c '<failure message="" type="">' hook.xml)" = 2
expect test "$(grep -c 'no connection to the stock' hook.xml || true)" = 0
echo 'As described.'
