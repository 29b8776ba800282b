#!/usr/bin/env bash
# stylelint-junit-formatter: warnings are counted as failures and errors, and what fails Stylelint may not be there.
#
# Versions: stylelint 17.16.0, stylelint-junit-formatter 0.2.2.
# Guess: a file that fails Stylelint has a failure in the report, and one that does not has none.
# Seen: a file with a warning alone, for which Stylelint exits with 0, is a suite of one passed case, 'stylelint.passed',
# whose header counts failures="1" errors="1". A selector that cannot be parsed and an invalid option of a rule, for which
# Stylelint exits with 2, are suites without any case whose header counts tests="1" failures="0" errors="0".
# Matters: neither the counts nor the cases may be believed alone, and the exit code has to be kept with the report.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error stylelint@17.16.0 stylelint-junit-formatter@0.2.2 >/dev/null
cat >stylelint.config.mjs <<'JS'
export default {
  rules: { 'color-no-invalid-hex': [true, { severity: 'warning' }], 'selector-type-no-unknown': true },
  overrides: [{ files: ['option.css'], rules: { 'color-named': 'no-such-option' } }],
};
JS
printf 'a {\n  color: #ggg;\n}\n' >warning.css
printf 'a[=] {\n  color: red;\n}\n' >selector.css
printf 'a {\n  color: red;\n}\n' >option.css

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
check() {
  status=0
  npx stylelint "$1.css" --custom-formatter node_modules/stylelint-junit-formatter/index.js -o "$1.xml" >console.txt 2>&1 ||
    status=$?
  said=$(grep -E '<testsuite |<testcase' "$1.xml" | sed -E 's/ name="[^"]*\.css"//; s/^ *//' | tr '\n' ' ')
  echo "$1: exit code $status, $said"
}
npx stylelint --version

check warning
expect test "$status" = 0
expect test "$said" = '<testsuite failures="1" errors="1" tests="1"> <testcase name="stylelint.passed"/> '
for name in selector option; do
  check "$name"
  expect test "$status" = 2
  expect test "$said" = '<testsuite failures="0" errors="0" tests="1"/> '
done
echo 'As described.'
