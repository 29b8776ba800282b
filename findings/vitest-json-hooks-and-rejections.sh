#!/usr/bin/env bash
# Vitest: its JSON has no word of failed hooks, and calls a run with an unhandled rejection a success.
#
# Versions: vitest 4.1.12.
# Guess: what fails a run of Vitest is in its JSON report, as `success` and with its message.
# Seen: a failed `beforeAll` leaves its tests 'skipped', `numFailedTests` 0 and an empty message; only the file's status is
# 'failed' (its JUnit XML has a failed case with the message). An unhandled rejection is nowhere: `success` is true, every
# test has passed, and the command exits with 1.
# Matters: failures may not be counted by tests, and the exit code has to be kept with the report.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error vitest@4.1.12 >/dev/null
mkdir hook rejection
cat >hook/a.test.js <<'JS'
import { beforeAll, describe, test } from 'vitest';

describe('cart', () => {
  beforeAll(() => {
    throw new Error('no price list');
  });
  test('adds', () => {});
});
JS
cat >rejection/a.test.js <<'JS'
import { test } from 'vitest';

test('adds', async () => {
  setTimeout(() => Promise.reject(new Error('no one waits')), 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
});
JS

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
npx vitest --version
for name in hook rejection; do
  status=0
  npx vitest run --dir "$name" --reporter=json --outputFile="$name.json" >console.txt 2>&1 || status=$?
  said=$(node -p '
    const { success, numFailedTests, testResults } = JSON.parse(fs.readFileSync(process.argv[1]));
    const [{ status, message, assertionResults }] = testResults;
    JSON.stringify([success, numFailedTests, status, message, assertionResults[0].status])' "$name.json")
  echo "$name: exit code $status, [success, failed tests, status of the file, its message, status of the test]: $said"
  expect test "$status" = 1
  case $name in
  hook) expect test "$said" = '[false,0,"failed","","skipped"]' ;;
  rejection) expect test "$said" = '[true,0,"passed","","passed"]' ;;
  esac
done
echo 'As described.'
