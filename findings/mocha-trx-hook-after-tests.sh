#!/usr/bin/env bash
# mocha-trx-reporter: a hook that fails after the tests is nowhere in TRX, and one before them fails tests without a cause.
#
# Versions: mocha 11.7.5, mocha-trx-reporter 3.3.1.
# Guess: a failed hook is a failed result, as in Mocha's own reporters, or the summary of the run counts it.
# Seen: with a failing `after` hook Mocha counts '1 failing' and exits with 1; the TRX has outcome="Passed" for its only
# result, failed="0". A failing `before` hook becomes a failed result for each test behind it, whose message names the
# hook; what the hook threw is in its stack trace alone.
# Matters: the exit code has to be kept with the report, as the report alone is green.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error mocha@11.7.5 mocha-trx-reporter@3.3.1 >/dev/null

cat >after.cjs <<'JS'
describe('cart', () => {
  after(() => {
    throw new Error('the server did not stop');
  });
  it('adds', () => {});
});
JS
cat >before.cjs <<'JS'
describe('cart', () => {
  before(() => {
    throw new Error('no price list');
  });
  it('adds', () => {});
  it('pays', () => {});
});
JS

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
for name in after before; do
  npx mocha "$name.cjs" >console.txt 2>&1 || true
  status=0
  npx mocha --reporter mocha-trx-reporter --reporter-option "output=$name.trx" "$name.cjs" >/dev/null 2>&1 || status=$?
  echo "$name: exit code $status, $(grep -oE '[0-9]+ failing' console.txt), $(grep -oE '<UnitTestResult [^>]*' "$name.trx" | grep -oE ' outcome="[A-Za-z]+"' | tr '\n' ' ')"
  expect test "$status" = 1
  expect grep -q '1 failing' console.txt
done
expect test "$(grep -cE '<UnitTestResult [^>]*outcome="Passed"' after.trx)" = 1
expect test "$(grep -cE '<UnitTestResult [^>]*outcome="Failed"' after.trx || true)" = 0
expect grep -q 'failed="0"' after.trx
expect test "$(grep -cE '<UnitTestResult [^>]*outcome="Failed"' before.trx)" = 2
expect test "$(grep -o '<Message>.*' before.trx | grep -c 'no price list' || true)" = 0
echo 'As described.'
