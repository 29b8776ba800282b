#!/usr/bin/env bash
# Vitest: in its JSON a test that timed out has failed by 'STACK_TRACE_ERROR', and nothing else.
#
# Versions: vitest 4.1.12.
# Guess: `failureMessages` of a test that timed out has what the console says: 'Test timed out in 20ms.'
# Seen: it is the stack trace of an error that Vitest makes when the test is declared, which begins with
# 'Error: STACK_TRACE_ERROR'. The reporters `junit` and `tap` of the same run have the message.
# Matters: by the JSON, time-outs cannot be told from other failures, and all of them have one cause.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error vitest@4.1.12 >/dev/null
cat >cart.test.js <<'JS'
import { test } from 'vitest';

test('pays', () => new Promise(() => {}), 20);
JS

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
npx vitest run --reporter json --outputFile.json=report.json --reporter junit --outputFile.junit=report.xml >/dev/null 2>&1 || true
said=$(node -p 'JSON.parse(fs.readFileSync("report.json")).testResults[0].assertionResults[0].failureMessages.join("\n")')
echo "json: $(head -n 1 <<<"$said")"
echo "junit: $(grep -oE '<failure message="[^."]*' report.xml)"
expect grep -q '^Error: STACK_TRACE_ERROR' <<<"$said"
expect test "$(grep -c 'timed out' report.json || true)" = 0
expect grep -q '<failure message="Test timed out in 20ms' report.xml
echo 'As described.'
