#!/usr/bin/env bash
# jasmine with jasmine-reporters: specs that `fit` excludes are passed test cases in JUnit XML.
#
# Versions: jasmine 7.0.0, jasmine-reporters 2.5.2.
# Guess: a spec that did not run is skipped in the report, or left out.
# Seen: with one `fit`, the other spec, which would fail, is a <testcase> without <skipped> or <failure>; the suite has
# skipped="0" failures="0". jasmine itself says 'Incomplete: fit() or fdescribe() was found' and exits with 2.
# Matters: a forgotten `fit` is green wherever the XML is all that is read, with the usual number of tests.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error jasmine@7.0.0 jasmine-reporters@2.5.2 >/dev/null

cat >cart.spec.mjs <<'JS'
describe('cart', () => {
  fit('adds', () => expect(1).toBe(1));
  it('pays', () => expect(1).toBe(2));
});
JS
cat >run.mjs <<'JS'
import Jasmine from 'jasmine';
import reporters from 'jasmine-reporters';

const jasmine = new Jasmine();
jasmine.loadConfig({ spec_dir: '.', spec_files: ['cart.spec.mjs'], random: false });
jasmine.addReporter(new reporters.JUnitXmlReporter({ savePath: '.', filePrefix: 'report' }));
await jasmine.execute();
JS

status=0
node run.mjs >console.txt 2>&1 || status=$?
echo "exit code $status"
grep Incomplete console.txt
grep -E '<test|<skipped|<failure' report.xml | sed -E 's/ (time|timestamp|hostname)="[^"]*"//g'

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
expect test "$status" = 2
expect grep -qE '<testcase classname="cart" name="pays" [^>]*/>' report.xml
expect grep -qE '<testsuite [^>]*failures="0"' report.xml
expect test "$(grep -c '<skipped' report.xml || true)" = 0
echo 'As described.'
