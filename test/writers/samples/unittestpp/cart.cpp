#include <UnitTest++/UnitTest++.h>
#include <UnitTest++/TestReporterStdout.h>
#include <UnitTest++/XmlTestReporter.h>
#include <fstream>
#include <stdexcept>

TEST(Adds) { CHECK_EQUAL(2, 1 + 1); }

SUITE(Cart) {
  TEST(Pays) {
    CHECK_EQUAL(2, 3);
    CHECK(false && "<of> & \"all\"");
  }
  TEST(Breaks) { throw std::runtime_error("no money"); }
  TEST(Adds) { CHECK(true); }

  struct BrokenSetUp {
    BrokenSetUp() { throw std::runtime_error("set-up failed"); }
  };
  TEST_FIXTURE(BrokenSetUp, NeverStarts) {}

  struct BrokenTearDown {
    ~BrokenTearDown() { CHECK(!"torn down"); }
  };
  TEST_FIXTURE(BrokenTearDown, Runs) {}
}

int main(int count, char **arguments) {
  bool const toFile = count > 1;
  UnitTest::TestReporterStdout console;
  std::ofstream file(toFile ? arguments[1] : "/dev/null");
  UnitTest::XmlTestReporter xml(file);
  UnitTest::TestReporter &reporter = toFile ? static_cast<UnitTest::TestReporter &>(xml) : console;
  UnitTest::TestRunner runner(reporter);
  return runner.RunTestsIf(UnitTest::Test::GetTestList(), nullptr, UnitTest::True(), 0);
}
