package bank;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.Socket;
import org.junit.jupiter.api.Test;

class TransfersTest {
  private final Accounts accounts = new Accounts();

  @Test
  void transfers() throws Exception {
    new Socket("127.0.0.1", 15).close();
  }

  @Test
  void transfersAbroad() throws Exception {
    new Socket("127.0.0.1", 17).close();
  }

  @Test
  void hasAnIban() {
    assertEquals("1", accounts.iban("ann"));
  }

  @Test
  void hasAForeignIban() {
    assertEquals("2", accounts.iban("robert"));
  }

  @Test
  void transfersFromUnknown() {
    assertEquals(5, accounts.balance("mallory"));
  }

  @Test
  void listsStandingOrders() {
    assertEquals(3, java.util.List.of(1, 2).size());
  }
}
