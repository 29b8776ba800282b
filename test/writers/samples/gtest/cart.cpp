#include <gtest/gtest.h>
#include <iostream>
#include <stdexcept>

TEST(Cart, Adds) { EXPECT_EQ(1 + 1, 2); }
TEST(Cart, Pays) {
  EXPECT_EQ(1 + 1, 3) << "no \"van\" & <driver>";
  EXPECT_TRUE(false);
}
TEST(Cart, IsSkipped) { GTEST_SKIP() << "no terminal"; }
TEST(Cart, DISABLED_Later) { FAIL(); }
TEST(Cart, Prints) { std::cout << "one item\n"; RecordProperty("items", 1); }
TEST(Cart, Breaks) { throw std::runtime_error("no van"); }

class Price : public testing::TestWithParam<int> {};
TEST_P(Price, Costs) { EXPECT_LT(GetParam(), 2); }
INSTANTIATE_TEST_SUITE_P(All, Price, testing::Values(1, 2));

template <typename T> class Fit : public testing::Test {};
using Types = testing::Types<int, char>;
TYPED_TEST_SUITE(Fit, Types);
TYPED_TEST(Fit, Fits) { EXPECT_GT(sizeof(TypeParam), 0u); }

class BrokenSetUp : public testing::Test {
 protected:
  void SetUp() override { FAIL() << "the shop is closed"; }
};
TEST_F(BrokenSetUp, NeverRuns) {}

class SkippedSetUp : public testing::Test {
 protected:
  void SetUp() override { GTEST_SKIP() << "no shop"; }
};
TEST_F(SkippedSetUp, NeverRuns) {}

class BrokenTearDown : public testing::Test {
 protected:
  void TearDown() override { FAIL() << "cannot clean up"; }
};
TEST_F(BrokenTearDown, Runs) {}

class BrokenSuite : public testing::Test {
 protected:
  static void SetUpTestSuite() { FAIL() << "no suite"; }
};
TEST_F(BrokenSuite, Runs) {}

class BrokenSuiteEnd : public testing::Test {
 protected:
  static void TearDownTestSuite() { FAIL() << "the suite cannot clean up"; }
};
TEST_F(BrokenSuiteEnd, Runs) {}
