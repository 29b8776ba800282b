import org.testng.annotations.*;

public class BrokenTearDownTest {
  @AfterClass public void close() { throw new IllegalStateException("cannot close"); }
  @Test public void runs() {}
}
