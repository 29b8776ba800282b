#!/usr/bin/env bash
# bun test, reporter junit: a file that does not load is not in the report, and nested groups are inside out.
#
# Versions: bun 1.4.5 (npm).
# Guess: a file that cannot be imported is a suite with an error, as the console counts '1 fail' and '1 error'.
# Seen: the file is nowhere in the report, neither as a suite nor in failures="0" of the header; the command ends with 1.
# A test in group 'deep' of 'cart' has classname="deep &gt; cart".
# Matters: the report of a run that failed is green, and a class name begins with the innermost group.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error bun@1.4.5 >/dev/null

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
bun=node_modules/@oven/bun-linux-x64/bin/bun
printf "import './missing.ts';\n" >broken.test.ts
cat >cart.test.ts <<'TS'
import { describe, test } from 'bun:test';
describe('cart', () => describe('deep', () => test('adds', () => {})));
TS
status=0
"$bun" test --reporter=junit --reporter-outfile=report.xml >console.txt 2>&1 || status=$?
tail -6 console.txt
sed -E 's/ (time|hostname)="[^"]*"//g' report.xml
expect test "$status" = 1
expect grep -qE '^ 1 error$' console.txt
expect grep -qE '<testsuites name="bun test" tests="1" .*failures="0"' report.xml
expect test "$(grep -c 'broken' report.xml || true)" = 0
expect grep -q 'classname="deep &gt; cart"' report.xml
echo 'As described.'
