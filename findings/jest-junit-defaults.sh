#!/usr/bin/env bash
# jest-junit with its default settings: suites are called by the first test of their file, and no case says its file.
#
# Versions: jest 30.5.2, jest-junit 17.0.0.
# Guess: the cases of a report can be told apart, and a suite is what a `describe` or a file is called.
# Seen: each file is a suite with the outermost title of its first test: two files that describe the same thing are two
# suites of one name, with equal cases. Where the first test is in no `describe`, the suite of all the file's tests is
# called 'undefined', and a test in none is called by its title after a blank. No attribute names a file.
# Matters: a test's history cannot be found by its name. addFileAttribute=true and suiteNameTemplate={filepath} help.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --ignore-scripts --no-audit --no-fund --loglevel=error jest@30.5.2 jest-junit@17.0.0 >/dev/null
cat >first.test.js <<'JS'
describe('cart', () => {
  test('adds', () => {});
});
JS
cp first.test.js second.test.js
cat >third.test.js <<'JS'
test('is there', () => {});
describe('cart', () => {
  test('pays', () => {});
});
JS

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
npx jest --version
npx jest --ci --runInBand --reporters=jest-junit >console.txt 2>&1
grep -E '<testsuite |<testcase' junit.xml | sed -E 's/ (time|timestamp|errors|failures|skipped)="[^"]*"//g' | tee said.txt
expect test "$(grep -c '<testsuite name="cart" tests="1">' said.txt)" = 2
expect test "$(grep -c '<testcase classname="cart adds" name="cart adds">' said.txt)" = 2
expect grep -q '<testsuite name="undefined" tests="2">' said.txt
expect grep -q '<testcase classname=" is there" name=" is there">' said.txt
expect test "$(grep -c 'test.js' junit.xml || true)" = 0
echo 'As described.'
