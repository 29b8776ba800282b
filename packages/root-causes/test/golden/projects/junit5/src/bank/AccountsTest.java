package bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AccountsTest {
  private final Accounts accounts = new Accounts();

  @Test
  void knowsBob() {
    assertEquals(0, accounts.balance("bob"));
  }

  @Test
  void knowsEve() {
    assertTrue(accounts.balance("eve") >= 0);
  }

  @Test
  void withdraws() {
    accounts.withdraw("ann", 20);
  }

  @Test
  void withdrawsALot() {
    accounts.withdraw("bob", 20_000);
  }

  @Test
  void paysInterest() {
    Expectations.interest(accounts, 1, 1.0);
  }

  @Test
  void paysInterestOfYears() {
    Expectations.interest(accounts, 10, 7.5);
  }

  @Test
  void countsOwners() {
    assertEquals(3, java.util.List.of("ann", "bob").size());
  }

  @Test
  void opensAnAccount() {
    accounts.open("ann");
  }

  @Test
  void opensAnother() {
    accounts.open("zoe");
  }
}
