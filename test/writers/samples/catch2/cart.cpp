#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <iostream>
#include <stdexcept>

struct Shop {
  Shop() { throw std::runtime_error("the shop is closed"); }
};

TEST_CASE("adds", "[cart]") { REQUIRE(1 + 1 == 2); }
TEST_CASE("pays", "[cart]") { CHECK(1 + 1 == 3); }
TEST_CASE("prints") { std::cout << "<total> & 2\n"; SUCCEED(); }
TEST_CASE("breaks") { throw std::runtime_error("no \"van\" & <driver>"); }
TEST_CASE("is hidden", "[.]") { REQUIRE(false); }
TEST_CASE("may fail", "[!mayfail]") { REQUIRE(false); }
TEST_CASE("is expected to fail", "[!shouldfail]") { REQUIRE(false); }
TEST_CASE("passes unexpectedly", "[!shouldfail]") { REQUIRE(true); }
TEST_CASE("has \"quotes\" & <angles>") { REQUIRE(true); }
TEST_CASE("has nothing to check") {}
TEST_CASE("has sections") {
  SECTION("inner") { REQUIRE(true); }
  SECTION("other") {
    SECTION("deep") { REQUIRE(false); }
  }
}
TEST_CASE("costs") {
  auto price = GENERATE(1, 2);
  REQUIRE(price < 2);
}
TEMPLATE_TEST_CASE("fits", "", int, char) { REQUIRE(sizeof(TestType) > 0); }
TEST_CASE_METHOD(Shop, "has a failed set-up") { REQUIRE(true); }
