#!/usr/bin/env bash
# Check, XML: a failed unchecked set-up is not in the file, nor are the tests behind it.
#
# Versions: check 0.15.2-2+b1, libsubunit0 and libsubunit-dev 1.4.0-3 (Debian, amd64); a C compiler of the machine.
# Guess: what srunner_ntests_failed counts is a <test> of the file, as a failed checked set-up is.
# Seen: the console has an error of 'unchecked_setup' and the program ends with 1; the file holds one successful test and
# no trace of the case whose set-up failed.
# Matters: a job that reads the report alone is green, and a whole case of tests disappears from its history.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq check=0.15.2-2+b1 libsubunit0=1.4.0-3 libsubunit-dev=1.4.0-3 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries="$folder/root/usr/lib/x86_64-linux-gnu"

cat >shop.c <<'C'
#include <check.h>

START_TEST(adds) { ck_assert_int_eq(1 + 1, 2); }
END_TEST
START_TEST(pays) { ck_assert_int_eq(1 + 1, 3); }
END_TEST
static void open_shop(void) { ck_abort_msg("the shop is closed"); }

int main(void) {
  Suite *suite = suite_create("Shop");
  TCase *sums = tcase_create("sums");
  tcase_add_test(sums, adds);
  suite_add_tcase(suite, sums);
  TCase *payments = tcase_create("payments");
  tcase_add_unchecked_fixture(payments, open_shop, NULL);
  tcase_add_test(payments, pays);
  suite_add_tcase(suite, payments);
  SRunner *runner = srunner_create(suite);
  srunner_set_xml(runner, "report.xml");
  srunner_run_all(runner, CK_VERBOSE);
  return srunner_ntests_failed(runner);
}
C
cc -I root/usr/include shop.c "$libraries/libcheck.a" "$libraries/libsubunit.a" -lm -lrt -lpthread -o shop

status=0
LD_LIBRARY_PATH="$libraries" ./shop >console.txt 2>&1 || status=$?
echo "exit code $status"
cat console.txt
grep -E '<(test |id|description|message)' report.xml

expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
expect test "$status" = 1
expect grep -q 'S:payments:unchecked_setup:0: the shop is closed' console.txt
expect test "$(grep -c '<test ' report.xml)" = 1
expect grep -q '<test result="success">' report.xml
expect test "$(grep -c 'payments' report.xml || true)" = 0
echo 'As described.'
