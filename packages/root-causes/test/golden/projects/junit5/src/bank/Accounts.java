package bank;

import java.util.Map;
import java.util.UUID;

public class Accounts {
  public static class InsufficientFunds extends RuntimeException {
    public InsufficientFunds(String message) {
      super(message);
    }
  }

  private final Map<String, Integer> balances = Map.of("ann", 10);

  public int balance(String owner) {
    return balances.get(owner);
  }

  public void withdraw(String owner, int amount) {
    throw new InsufficientFunds(
        "Account " + UUID.randomUUID() + " of " + owner + " has 10 EUR, " + amount + " EUR wanted");
  }

  public double interest(int years) {
    return 0.5 * years;
  }

  public String iban(String owner) {
    return owner.substring(8);
  }

  public void open(String owner) {
    throw new IllegalStateException(
        "could not execute statement: Unique index or primary key violation: \"PUBLIC.ACCOUNTS_OWNER ON ACCOUNTS(OWNER) VALUES ('" + owner + "')\"");
  }
}
