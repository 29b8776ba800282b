#!/usr/bin/env bash
# ava --tap: the plan is smaller than the number of test points as soon as a hook or a file fails.
#
# Versions: ava 6.4.1.
# Guess: the plan at the end counts the points before it, as TAP requires.
# Seen: failed hooks and files that do not load are points 'not ok', and the plan leaves them out: '1..3' after six
# points. A file that does not load is two of these: its error, with the absolute path of the missing module in its name,
# and its exit code.
# Matters: strict readers of TAP take the run for a broken one, and the name of the failure differs between folders.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error ava@6.4.1 >/dev/null

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
echo '{ "type": "module", "ava": { "files": ["*.test.js"] } }' >package.json
printf "import test from 'ava';\ntest('adds', (t) => t.pass());\n" >cart.test.js
printf "import test from 'ava';\ntest.before(() => { throw new Error('no stock'); });\ntest('never starts', (t) => t.pass());\n" >setUp.test.js
printf "import test from 'ava';\ntest.after.always(() => { throw new Error('no end'); });\ntest('is counted', (t) => t.pass());\n" >stop.test.js
printf "import './missing.js';\n" >broken.test.js
status=0
node_modules/.bin/ava --tap >report.tap 2>/dev/null || status=$?
grep -E '^(not )?ok|^1\.\.|^#' report.tap
points=$(grep -cE '^(not )?ok ' report.tap)
planned=$(sed -n 's/^1\.\.//p' report.tap)
echo "$points points, $planned planned"
expect test "$status" = 1
expect test "$points" = 6
expect test "$planned" -lt "$points"
expect grep -qE "^not ok [0-9]+ - Error .*Cannot find module '/" report.tap
expect grep -qE '^not ok [0-9]+ - broken.test.js exited with a non-zero exit code: 1$' report.tap
echo 'As described.'
