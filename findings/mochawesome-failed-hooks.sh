#!/usr/bin/env bash
# mochawesome: a failed hook is no failure in its statistics, so that a failed run has 100 % passes.
#
# Versions: mocha 11.7.5, mochawesome 8.1.1.
# Guess: `stats.failures` is what Mocha's own reporter `json` writes under the same name.
# Seen: with a failing `after` hook Mocha exits with 1, and its `json` has `failures: 1`; mochawesome has `failures: 0` and
# `passPercent: 100`. The hook is in the list `afterHooks` of its suite, with `fail: true`.
# Matters: thresholds and badges made from `stats` are green for a run that failed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error mocha@11.7.5 mochawesome@8.1.1 >/dev/null
cat >cart.cjs <<'JS'
describe('cart', () => {
  after(() => {
    throw new Error('the server did not stop');
  });
  it('adds', () => {});
});
JS

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
status=0
npx mocha --reporter json --reporter-option output=mocha.json cart.cjs >/dev/null 2>&1 || status=$?
own=$(node -p 'JSON.parse(fs.readFileSync("mocha.json")).stats.failures')
expect test "$status $own" = '1 1'
status=0
npx mocha --reporter mochawesome --reporter-option reportDir=.,html=false,quiet=true cart.cjs >/dev/null 2>&1 || status=$?
said=$(node -p '
  const { stats, results } = JSON.parse(fs.readFileSync("mochawesome.json"));
  `${stats.failures} failures, ${stats.passPercent} % passed, afterHooks[0].fail is ${results[0].suites[0].afterHooks[0].fail}`')
echo "json: exit code 1, $own failure; mochawesome: exit code $status, $said"
expect test "$status, $said" = '1, 0 failures, 100 % passed, afterHooks[0].fail is true'
echo 'As described.'
