#!/usr/bin/env bash
# newman, reporters junit and junitfull: skips are passed, equal names one case, and an unsent request nothing.
#
# Versions: newman 6.2.2, newman-reporter-junitfull 1.1.1.
# Guess: pm.test.skip is <skipped/>, each assertion is a test case, and a request that could not be sent is an error.
# Seen: both write a skipped assertion as a passed test case. 'junit' writes two assertions of one name as one case.
# 'junitfull' has a suite without a case and errors="0" for a request that could not be sent, so that its report is green
# while the command ends with 1; 'junit' counts errors="1", without a case.
# Matters: a report says neither how many assertions ran nor that a service was down.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error newman@6.2.2 newman-reporter-junitfull@1.1.1 >/dev/null

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
cat >server.mjs <<'JS'
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
const server = createServer((_, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const [, , command, ...args] = process.argv;
  spawn(command, [...args, '--env-var', `url=${url}`], { stdio: 'inherit' }).once('close', (code) => process.exit(code));
});
JS
cat >collection.json <<'JSON'
{
  "info": { "name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  "item": [
    {
      "name": "cart",
      "request": { "method": "GET", "url": "{{url}}/cart" },
      "event": [{ "listen": "test", "script": { "exec": [
        "pm.test('is equal', () => {});",
        "pm.test('is equal', () => {});",
        "pm.test.skip('is skipped', () => {});"
      ] } }]
    },
    { "name": "is down", "request": { "method": "GET", "url": "http://127.0.0.1:1/" } }
  ]
}
JSON
status=0
node server.mjs node_modules/.bin/newman run collection.json -r cli,junit,junitfull --reporter-junit-export junit.xml \
  --reporter-junitfull-export full.xml >console.txt 2>&1 || status=$?
for report in junit.xml full.xml; do
  echo "$report"
  grep -E '<test|<skipped|<failure|<error' "$report" | sed -E 's/ (time|id|timestamp|hostname)="[^"]*"//g'
done
expect test "$status" = 1
expect grep -q 'ECONNREFUSED' console.txt
expect test "$(grep -c '<testcase' junit.xml)" = 2
expect test "$(grep -c '<testcase' full.xml)" = 3
expect test "$(cat junit.xml full.xml | grep -c '<skipped' || true)" = 0
expect test "$(grep -cE 'failures="[1-9]|errors="[1-9]|<failure|<error' full.xml || true)" = 0
expect test "$(grep -c 'errors="1"' junit.xml)" = 1
echo 'As described.'
