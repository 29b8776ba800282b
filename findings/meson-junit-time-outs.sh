#!/usr/bin/env bash
# Meson, JUnit XML: tests that timed out or passed against should_fail are passed test cases.
#
# Versions: meson 1.0.1-5, ninja-build 1.11.1-2~deb12u1 (Debian).
# Guess: what fails `meson test` fails in meson-logs/testlog.junit.xml, whose tests its console counts.
# Seen: a test that was killed after its time-out, and one that passed although should_fail is true, have neither
# <failure> nor <error>. In a program that writes TAP, a failed todo test is passed, a passed one is a failure, and a plan
# that is not fulfilled leaves nothing. The command ends with 4, the counts of the file say 1 failure.
# Matters: a job that reads the report alone is green after a time-out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq meson=1.0.1-5 ninja-build=1.11.1-2~deb12u1 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
export PYTHONPATH="$folder/root/usr/lib/python3/dist-packages" PATH="$folder/root/usr/bin:$PATH"

mkdir shop
cat >shop/meson.build <<'MESON'
project('shop')
sh = find_program('sh')
test('adds', sh, args: ['-c', 'exit 0'])
test('times out', sh, args: ['-c', 'sleep 20'], timeout: 1)
test('passes unexpectedly', sh, args: ['-c', 'exit 0'], should_fail: true)
test('tap', sh, args: ['-c', 'echo "not ok 1 - later # TODO"; echo "ok 2 - done # TODO"; echo 1..2'], protocol: 'tap')
test('ends early', sh, args: ['-c', 'echo "1..3"; echo "ok 1 - one"'], protocol: 'tap')
MESON

status=0
cd shop
/usr/bin/python3 "$folder/root/usr/bin/meson" setup build >/dev/null
/usr/bin/python3 "$folder/root/usr/bin/meson" test -C build >console.txt 2>&1 || status=$?
echo "exit code $status"
grep -E '^ *[0-9]+/5|^[A-Z][A-Za-z ]+: +[0-9]' console.txt
report=build/meson-logs/testlog.junit.xml
sed 's/<testcase/\n<testcase/g' "$report" | grep -oE '<testsuites [^>]*>|<testcase [^>]*>(<failure)?' | sed -E 's/ time="[^"]*"//'

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
expect test "$status" -gt 0
expect grep -qE 'times out +TIMEOUT' console.txt
expect grep -qE 'passes unexpectedly +UNEXPECTEDPASS' console.txt
expect grep -qE 'ends early +ERROR' console.txt
expect test "$(grep -o '<failure' "$report" | wc -l)" = 1
expect test "$(grep -o '<error' "$report" | wc -l)" = 0
expect grep -qE 'name="2 - done"[^>]*><failure' "$report"
echo 'As described.'
