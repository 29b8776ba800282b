#!/usr/bin/env bash
# deno test, --junit-path: failed hooks and files that do not load are not in the report.
#
# Versions: deno 2.9.6 (npm).
# Guess: a failed Deno.test.beforeAll, Deno.test.afterAll or module fails a test case or adds an error, as each is a
# failure on the console.
# Seen: tests behind a failed beforeAll are skipped, those before a failed afterAll passed, and a module that throws is
# nowhere. The header has failures="0" errors="0", the command ends with 1. The reporter tap counts the skipped one in its
# plan and does not write it.
# Matters: JUnit XML of a run with three failed files is green.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error deno@2.9.6 >/dev/null

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
deno=node_modules/@deno/linux-x64-glibc/deno
cat >setUp.test.ts <<'TS'
Deno.test.beforeAll(() => {
  throw new Error('cannot set up');
});
Deno.test('never starts', () => {});
TS
cat >stop.test.ts <<'TS'
Deno.test.afterAll(() => {
  throw new Error('cannot tear down');
});
Deno.test('is counted', () => {});
TS
echo "throw new Error('cannot load');" >broken.test.ts
status=0
NO_COLOR=1 "$deno" test --no-check --junit-path=report.xml broken.test.ts setUp.test.ts stop.test.ts >console.txt 2>&1 || status=$?
grep -E 'passed \|' console.txt
sed -E 's/ (time|line|col)="[^"]*"//g' report.xml
expect test "$status" = 1
expect grep -qE '1 passed \| 3 failed' console.txt
expect grep -qE '<testsuites name="deno test" tests="2" failures="0" errors="0"' report.xml
expect test "$(grep -c '<skipped' report.xml)" = 1
expect test "$(grep -cE 'broken|<failure|<error' report.xml || true)" = 0
NO_COLOR=1 "$deno" test --no-check --reporter=tap setUp.test.ts stop.test.ts >report.tap 2>/dev/null || true
cat report.tap
expect grep -qx '1..2' report.tap
expect test "$(grep -cE '^(not )?ok ' report.tap)" = 1
echo 'As described.'
