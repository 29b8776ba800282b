#!/usr/bin/env bash
# CTRF: the plugins of Playwright and Jest leave out files that do not load, and what fails outside of tests.
#
# Versions: @playwright/test 1.65.1 with playwright-ctrf-json-reporter 0.0.29, jest 30.5.2 with jest-ctrf-json-reporter 0.0.11.
# Guess: a run that the tool fails has a failed test in its CTRF report, or a count of failures.
# Seen: a file that cannot be loaded is not in the report at all: no test, 0 failed. A failed `afterAll` of Jest is missing
# as well, and a test of Playwright that should fail and passes is 'passed' (and 'flaky' where it was run again).
# Matters: the exit code has to be kept with a report in CTRF, as the report alone is green.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error @playwright/test@1.65.1 \
  playwright-ctrf-json-reporter@0.0.29 jest@30.5.2 jest-ctrf-json-reporter@0.0.11 >/dev/null
mkdir pw-broken pw-unexpected jest-broken jest-hook
cat >pw-broken/a.spec.ts <<'TS'
import { test } from '@playwright/test';
import './missing';

test('adds', () => {});
TS
cat >pw-unexpected/a.spec.ts <<'TS'
import { test } from '@playwright/test';

test('adds', () => {
  test.fail();
});
TS
cat >jest-broken/a.test.js <<'JS'
require('./missing');
test('adds', () => {});
JS
cat >jest-hook/a.test.js <<'JS'
afterAll(() => {
  throw new Error('the server did not stop');
});
test('adds', () => {});
JS

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
for name in pw-broken pw-unexpected jest-broken jest-hook; do
  status=0
  case $name in
  pw-*)
    echo "export default { testDir: '$name', reporter: [['playwright-ctrf-json-reporter', { outputDir: 'ctrf' }]] };" >playwright.config.ts
    npx playwright test >console.txt 2>&1 || status=$?
    ;;
  jest-*)
    npx jest --rootDir "$folder/$name" --reporters "$folder/node_modules/jest-ctrf-json-reporter" >console.txt 2>&1 || status=$?
    ;;
  esac
  report=$(find . -path ./node_modules -prune -o -name 'ctrf-report.json' -print)
  said=$(node -p '
    const { summary } = JSON.parse(fs.readFileSync(process.argv[1])).results;
    `${summary.tests} tests, ${summary.passed} passed, ${summary.failed} failed, ${summary.other} other`' "$report")
  rm -f "$report"
  echo "$name: exit code $status, $said"
  expect test "$status" = 1
  case $name in
  *-broken) expect test "$said" = '0 tests, 0 passed, 0 failed, 0 other' ;;
  *) expect test "$said" = '1 tests, 1 passed, 0 failed, 0 other' ;;
  esac
done
echo 'As described.'
