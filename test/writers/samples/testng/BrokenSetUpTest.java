import org.testng.annotations.*;

public class BrokenSetUpTest {
  @BeforeClass public void open() { throw new IllegalStateException("the shop is closed"); }
  @Test public void isBehindAHook() {}
}
