#!/usr/bin/env bash
# oxlint and Biome, JUnit XML: warnings are failures of a command that succeeded.
#
# Versions: oxlint 1.94.0, @biomejs/biome 2.6.8.
# Guess: a file with a warning alone, for which both exit with 0, has no failure in their JUnit XML.
# Seen: both write the warning as <failure> of a case and count failures="1". Oxlint writes errors as <error>; Biome
# writes them as <failure> too, and only errors="…" of the root tells how many there are, while each suite has errors="0".
# Matters: the report is red and the command green, and next to an error a warning of Biome cannot be told from it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error oxlint@1.94.0 @biomejs/biome@2.6.8 >/dev/null

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
printf 'export const same = (a, b) => a == b;\n' >warning.js
printf 'export const same = (a, b) => a == b;\ndebugger;\n' >both.js
echo '{ "rules": { "eqeqeq": "warn", "no-debugger": "error" } }' >.oxlintrc.json
echo '{ "formatter": { "enabled": false }, "linter": { "rules": { "suspicious": { "noDebugger": "error", "noDoubleEquals": "warn" } } } }' >biome.json
lint() {
  status=0
  if [ "$1" = oxlint ]; then npx oxlint -f junit "$2" >report.xml 2>/dev/null || status=$?
  else npx biome lint --reporter=junit "$2" >report.xml 2>/dev/null || status=$?; fi
  echo "$1 $2: exit code $status"
  grep -E '<testsuite|<failure|<error' report.xml | sed -E 's/ time="[^"]*"//'
}
lint oxlint warning.js
expect test "$status" = 0
expect grep -q '<testsuites name="Oxlint" tests="1" failures="1" errors="0">' report.xml
lint oxlint both.js
expect test "$status" = 1
expect test "$(grep -c '<error ' report.xml)" = 1
expect test "$(grep -c '<failure ' report.xml)" = 1
lint biome warning.js
expect test "$status" = 0
expect grep -qE '<testsuites name="Biome" tests="1" failures="1" errors="0"' report.xml
lint biome both.js
expect test "$status" = 1
expect grep -qE '<testsuites name="Biome" tests="2" failures="2" errors="1"' report.xml
expect test "$(grep -c '<failure ' report.xml)" = 2
expect test "$(grep -cE '<testsuite .*errors="0"' report.xml)" = 2
echo 'As described.'
