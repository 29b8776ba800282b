#!/usr/bin/env bash
# TAP to JUnit XML: a plan that is not fulfilled and a 'Bail out!' are lost, each converter in its own way.
#
# Versions: tap-junit 5.0.4, tap-xunit 2.4.1, junit-to-ctrf 0.0.14.
# Guess: TAP names two ways to say that tests are missing, so a converter writes a failure for them, or exits with 1.
# Seen: `1..4` with two tests. tap-xunit writes failures="0" and exits with 0; tap-junit counts failures="1" and has no
# failed <testcase>, exit code 0; junit-to-ctrf makes of that report `"failed": 0`. After 'Bail out!' both converters
# write failures="0" and exit with 0. A failed test marked TODO, which TAP calls no failure, is <skipped> for tap-xunit
# and <failure> for tap-junit.
# Matters: a suite that dies half-way is green once its TAP was converted; and the same TAP is red or green by converter.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error tap-junit@5.0.4 tap-xunit@2.4.1 junit-to-ctrf@0.0.14 >/dev/null

printf 'TAP version 13\n1..4\nok 1 - adds\nok 2 - pays\n' >short.tap
printf 'TAP version 13\n1..3\nok 1 - adds\nBail out! no database\n' >bail.tap
printf 'TAP version 13\n1..2\nok 1 - adds\nnot ok 2 - ships # TODO later\n' >todo.tap

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
convert() {
  status=0
  "node_modules/.bin/$1" <"$2.tap" >"$2.$1.xml" 2>/dev/null || status=$?
  echo "$1, $2: exit code $status"
  grep -oE '<testsuite [^>]*>|<testcase [^>]*>|<skipped[^>]*>|<failure[^>]*>' "$2.$1.xml" | sed 's/^/  /'
}

convert tap-xunit short
expect test "$status" = 0
expect grep -q 'tests="2" failures="0" errors="0"' short.tap-xunit.xml
convert tap-junit short
expect test "$status" = 0
expect grep -q 'failures="1"' short.tap-junit.xml
expect test "$(grep -c '<failure' short.tap-junit.xml || true)" = 0
node_modules/.bin/junit-to-ctrf short.tap-junit.xml -o short.json >/dev/null
grep -E '"(tests|passed|failed)": [0-9]+' short.json
expect grep -q '"failed": 0' short.json

for converter in tap-xunit tap-junit; do
  convert "$converter" bail
  expect test "$status" = 0
  expect grep -q 'failures="0"' "bail.$converter.xml"
done

convert tap-xunit todo
expect grep -q '<skipped' todo.tap-xunit.xml
convert tap-junit todo
expect grep -q '<failure' todo.tap-junit.xml
echo 'As described.'
