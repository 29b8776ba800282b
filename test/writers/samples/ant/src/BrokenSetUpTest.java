import org.junit.*;

public class BrokenSetUpTest {
  @BeforeClass public static void open() { throw new IllegalStateException("the shop is closed"); }
  @Test public void neverStarts() {}
}
