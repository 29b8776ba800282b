#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

START_TEST(adds) { ck_assert_int_eq(1 + 1, 2); }
END_TEST
START_TEST(pays) { ck_assert_str_eq("<a> & \"b\"", "c"); }
END_TEST
START_TEST(breaks) { raise(SIGSEGV); }
END_TEST
START_TEST(leaves) { exit(3); }
END_TEST
START_TEST(dies_as_expected) { raise(SIGTERM); }
END_TEST
START_TEST(times_out) { pause(); }
END_TEST
START_TEST(costs) { ck_assert_int_lt(_i, 2); }
END_TEST
START_TEST(never_starts) {}
END_TEST

static void set_up_failing(void) { ck_abort_msg("set-up failed"); }

int main(void) {
  Suite *suite = suite_create("Cart");
  TCase *core = tcase_create("Core");
  tcase_set_timeout(core, 1);
  tcase_add_test(core, adds);
  tcase_add_test(core, pays);
  tcase_add_test(core, breaks);
  tcase_add_test(core, leaves);
  tcase_add_test_raise_signal(core, dies_as_expected, SIGTERM);
  tcase_add_test(core, times_out);
  tcase_add_loop_test(core, costs, 0, 3);
  suite_add_tcase(suite, core);
  TCase *broken = tcase_create("Broken set-up");
  tcase_add_checked_fixture(broken, set_up_failing, NULL);
  tcase_add_test(broken, never_starts);
  suite_add_tcase(suite, broken);
  TCase *unchecked = tcase_create("Broken set-up of all");
  tcase_add_unchecked_fixture(unchecked, set_up_failing, NULL);
  tcase_add_test(unchecked, never_starts);
  suite_add_tcase(suite, unchecked);
  SRunner *runner = srunner_create(suite);
  srunner_set_xml(runner, "report.xml");
  srunner_run_all(runner, CK_VERBOSE);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed;
}
