import static org.junit.Assert.*;
import org.junit.*;

public class CartTest {
  @Test public void adds() { assertEquals(2, 1 + 1); }
  @Test public void pays() { assertEquals("no \"van\" & <driver>", 3, 1 + 1); }
  @Test public void breaks() { throw new IllegalStateException("no van"); }
  @Ignore("no terminal") @Test public void isIgnored() { fail(); }
  @Test public void isAssumed() { Assume.assumeTrue("no shop", false); }
  @Test public void prints() { System.out.println("one item"); System.err.println("and warns"); }
  @Test(timeout = 50) public void timesOut() throws Exception { Thread.sleep(5000); }
  @Test(expected = IllegalStateException.class) public void isExpectedToThrow() { throw new IllegalStateException(); }
}
