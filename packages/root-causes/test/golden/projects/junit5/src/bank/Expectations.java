package bank;

import static org.junit.jupiter.api.Assertions.assertEquals;

final class Expectations {
  static void interest(Accounts accounts, int years, double expected) {
    assertEquals(expected, accounts.interest(years));
  }
}
