// A closed test file as forall writes it: the registrations of the test's source vanish, its functions are called.
#define FORALL_CLOSED_TESTS 1
#include "native_puts.cpp"

TEST(ClosedTest, CallsThePutAsAFunction) {
  int numbers[3] = {1, 2, 3};
  SeedsHold(3, {1, 2}, numbers);
  EXPECT_EQ(numbers[0], 100);
}

TEST(ClosedTest, RegistrationsVanish) {
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    for (int k = 0; k < all.GetTestSuite(i)->total_test_count(); ++k) {
      EXPECT_STRNE(all.GetTestSuite(i)->GetTestInfo(k)->name(), "NoSeeds");
      EXPECT_STRNE(all.GetTestSuite(i)->GetTestInfo(k)->name(), "IsFresh");
    }
  }
}

TEST(ClosedTest, ChoicesComeFromTheScopeInOrder) {
  const forall::replay::Choices choices{{"n", 3}, {"n#2", -4}, {"p.x", 5}, {"p.y", 6}, {"p.0", 5}, {"p.1", 6}};
  const forall::replay::Observations observed;
  ChoosesAndObserves(10);
  EXPECT_EQ(observed.get<int>("sum"), 9);
#if __cplusplus >= 202002L
  EXPECT_EQ(observed.get<int>("point.x"), 5);
  EXPECT_EQ(observed.get<int>("point.y"), 6);
#else
  EXPECT_EQ(observed.get<int>("point.0"), 5);
  EXPECT_EQ(observed.get<int>("point.1"), 6);
#endif
  EXPECT_EQ(observed.get<bool>("is_big"), false);
  EXPECT_FALSE(observed.has("sum#2"));
}

TEST(ClosedTest, ScopesNest) {
  const forall::replay::Choices outer{{"n", 1}};
  {
    const forall::replay::Choices inner{{"n", 2}};
    EXPECT_EQ(forall::choose<int>("n"), 2);
  }
  EXPECT_EQ(forall::choose<int>("n"), 1);
}

TEST(ClosedTest, ValuesOfEveryWidthSurvive) {
  __extension__ typedef __int128 Int128;
  const Int128 wide = (static_cast<Int128>(1) << 100) * -3;
  enum class Color : signed char { Red = -1 };
  const forall::replay::Choices choices{
      {"wide", wide}, {"byte", static_cast<signed char>(-128)}, {"color", Color::Red}, {"flag", true}, {"c", 'x'}};
  EXPECT_TRUE(forall::choose<Int128>("wide") == wide);
  EXPECT_EQ(forall::choose<signed char>("byte"), -128);
  EXPECT_EQ(forall::choose<Color>("color"), Color::Red);
  EXPECT_TRUE(forall::choose<bool>("flag"));
  EXPECT_EQ(forall::choose<char>("c"), 'x');
}

TEST(ClosedTest, ChoosesTheDefaultWithoutAScope) { EXPECT_EQ(forall::choose<int>("n"), 0); }
TEST(ClosedTest, ChoiceWithoutAValueFails) {
  const forall::replay::Choices choices{{"m", 3}};
  forall::choose<int>("n");
}
TEST(ClosedTest, ObservationThatWasNotMadeFails) {
  const forall::replay::Observations observed;
  observed.get<int>("sum");
}
