#define BOOST_TEST_MODULE shop
#include <boost/test/included/unit_test.hpp>
#include <boost/test/data/test_case.hpp>
#include <iostream>
#include <stdexcept>

namespace utf = boost::unit_test;

struct Broken {
  Broken() { throw std::runtime_error("the shop is closed"); }
};
struct BrokenEnd {
  ~BrokenEnd() { BOOST_ERROR("cannot clean up"); }
};

BOOST_AUTO_TEST_SUITE(cart)
BOOST_AUTO_TEST_CASE(adds) { BOOST_TEST(1 + 1 == 2); }
BOOST_AUTO_TEST_CASE(pays) { BOOST_TEST(1 + 1 == 3); }
BOOST_AUTO_TEST_CASE(prints) { std::cout << "<total> & 2\n"; BOOST_TEST(true); }
BOOST_AUTO_TEST_CASE(breaks) { throw std::runtime_error("no \"van\" & <driver>"); }
BOOST_AUTO_TEST_CASE(is_disabled, *utf::disabled()) { BOOST_TEST(false); }
BOOST_AUTO_TEST_CASE(is_skipped, *utf::precondition([](utf::test_unit_id) { return false; })) { BOOST_TEST(false); }
BOOST_AUTO_TEST_CASE(is_expected_to_fail, *utf::expected_failures(1)) { BOOST_TEST(false); }
BOOST_AUTO_TEST_CASE(passes_unexpectedly, *utf::expected_failures(1)) { BOOST_TEST(true); }
BOOST_AUTO_TEST_CASE(has_nothing_to_check) {}
BOOST_AUTO_TEST_CASE(warns) { BOOST_TEST_WARN(false); BOOST_TEST(true); }
BOOST_AUTO_TEST_CASE(first) { BOOST_TEST(false); }
BOOST_AUTO_TEST_CASE(never_starts, *utf::depends_on("cart/first")) { BOOST_TEST(true); }
BOOST_DATA_TEST_CASE(costs, utf::data::make({1, 2}), price) { BOOST_TEST(price < 2); }
BOOST_FIXTURE_TEST_CASE(has_a_failed_set_up, Broken) { BOOST_TEST(true); }
BOOST_FIXTURE_TEST_CASE(has_a_failed_tear_down, BrokenEnd) { BOOST_TEST(true); }
BOOST_AUTO_TEST_SUITE(prices)
BOOST_AUTO_TEST_CASE(is_nested) { BOOST_TEST(true); }
BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
