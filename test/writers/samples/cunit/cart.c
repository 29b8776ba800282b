#include <CUnit/Automated.h>
#include <CUnit/Basic.h>
#include <stdlib.h>
#include <string.h>

static int fail(void) { return 1; }
static void adds(void) { CU_ASSERT_EQUAL(1 + 1, 2); }
static void pays(void) {
  CU_ASSERT_EQUAL(1 + 1, 3);
  CU_ASSERT_STRING_EQUAL("<a> & \"b\"", "c");
}
static void breaks(void) { CU_FAIL_FATAL("no money"); }
static void is_inactive(void) {}
static void never_starts(void) {}
static void runs(void) {}

int main(int count, char **arguments) {
  CU_initialize_registry();
  CU_pSuite cart = CU_add_suite("Cart", NULL, NULL);
  CU_add_test(cart, "adds", adds);
  CU_add_test(cart, "pays <all> & more", pays);
  CU_add_test(cart, "breaks", breaks);
  CU_set_test_active(CU_add_test(cart, "is inactive", is_inactive), CU_FALSE);
  CU_pSuite broken = CU_add_suite("Broken set-up", fail, NULL);
  CU_add_test(broken, "never starts", never_starts);
  CU_pSuite tearing = CU_add_suite("Broken tear-down", NULL, fail);
  CU_add_test(tearing, "runs", runs);
  if (count > 1 && strcmp(arguments[1], "xml") == 0) {
    CU_set_output_filename("report");
    CU_automated_run_tests();
  } else {
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
  }
  int failures = CU_get_number_of_failure_records();
  CU_cleanup_registry();
  return failures > 0;
}
