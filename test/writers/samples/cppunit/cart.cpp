#include <cppunit/TestFixture.h>
#include <cppunit/TestResult.h>
#include <cppunit/TestResultCollector.h>
#include <cppunit/TestRunner.h>
#include <cppunit/TextOutputter.h>
#include <cppunit/XmlOutputter.h>
#include <cppunit/extensions/HelperMacros.h>
#include <cppunit/extensions/TestFactoryRegistry.h>
#include <fstream>
#include <iostream>
#include <stdexcept>

class CartTest : public CppUnit::TestFixture {
  CPPUNIT_TEST_SUITE(CartTest);
  CPPUNIT_TEST(adds);
  CPPUNIT_TEST(pays);
  CPPUNIT_TEST(breaks);
  CPPUNIT_TEST_EXCEPTION(throwsAsExpected, std::runtime_error);
  CPPUNIT_TEST_FAIL(failsAsExpected);
  CPPUNIT_TEST_SUITE_END();

public:
  void adds() { CPPUNIT_ASSERT_EQUAL(2, 1 + 1); }
  void pays() { CPPUNIT_ASSERT_EQUAL_MESSAGE("price <of> \"all\" & tax", 2, 3); }
  void breaks() { throw std::runtime_error("no money"); }
  void throwsAsExpected() { throw std::runtime_error("as expected"); }
  void failsAsExpected() { CPPUNIT_FAIL("as expected"); }
};

class BrokenSetUpTest : public CppUnit::TestFixture {
  CPPUNIT_TEST_SUITE(BrokenSetUpTest);
  CPPUNIT_TEST(neverStarts);
  CPPUNIT_TEST_SUITE_END();

public:
  void setUp() override { throw std::runtime_error("set-up failed"); }
  void neverStarts() {}
};

class BrokenTearDownTest : public CppUnit::TestFixture {
  CPPUNIT_TEST_SUITE(BrokenTearDownTest);
  CPPUNIT_TEST(runs);
  CPPUNIT_TEST(failsTwice);
  CPPUNIT_TEST_SUITE_END();

public:
  void tearDown() override { throw std::runtime_error("tear-down failed"); }
  void runs() {}
  void failsTwice() { CPPUNIT_ASSERT(false); }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CartTest);
CPPUNIT_TEST_SUITE_REGISTRATION(BrokenSetUpTest);
CPPUNIT_TEST_SUITE_REGISTRATION(BrokenTearDownTest);

int main() {
  CppUnit::TestResult controller;
  CppUnit::TestResultCollector results;
  controller.addListener(&results);
  CppUnit::TestRunner runner;
  runner.addTest(CppUnit::TestFactoryRegistry::getRegistry().makeTest());
  runner.run(controller);
  std::ofstream report("report.xml");
  CppUnit::XmlOutputter(&results, report).write();
  CppUnit::TextOutputter(&results, std::cout).write();
  return results.wasSuccessful() ? 0 : 1;
}
