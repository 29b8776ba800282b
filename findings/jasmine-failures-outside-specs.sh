#!/usr/bin/env bash
# jasmine with jasmine-reporters: what fails outside of a spec is nowhere in JUnit XML, not even in its counts.
#
# Versions: jasmine 7.0.0, jasmine-reporters 2.5.2.
# Guess: an error in `afterAll` or in the body of a `describe` is a failure of its suite.
# Seen: jasmine counts '1 failure' and exits with 3 for each of the two; the XML has failures="0" errors="0" and only
# passed test cases. (An error in `beforeAll` is there: as the failure of each spec of the suite.)
# Matters: the exit code has to be kept with the report, as the report alone is green.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error jasmine@7.0.0 jasmine-reporters@2.5.2 >/dev/null

cat >hook.spec.mjs <<'JS'
describe('cart', () => {
  afterAll(() => {
    throw new Error('the server did not stop');
  });
  it('adds', () => expect(1).toBe(1));
});
JS
cat >body.spec.mjs <<'JS'
describe('cart', () => {
  it('adds', () => expect(1).toBe(1));
  throw new Error('no price list');
});
JS
cat >run.mjs <<'JS'
import Jasmine from 'jasmine';
import reporters from 'jasmine-reporters';

const [name] = process.argv.slice(2);
const jasmine = new Jasmine();
jasmine.loadConfig({ spec_dir: '.', spec_files: [`${name}.spec.mjs`], random: false });
jasmine.addReporter(new reporters.JUnitXmlReporter({ savePath: '.', filePrefix: name }));
await jasmine.execute();
JS

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
for name in hook body; do
  status=0
  node run.mjs "$name" >console.txt 2>&1 || status=$?
  echo "$name: exit code $status, $(grep -E '[0-9]+ failures?' console.txt | tail -n 1), $(grep -oE '(errors|failures)="[0-9]+"' "$name.xml" | tr '\n' ' ')"
  expect test "$status" = 3
  expect test "$(grep -cE '<failure|<error|(failures|errors)="[1-9]' "$name.xml" || true)" = 0
done
echo 'As described.'
