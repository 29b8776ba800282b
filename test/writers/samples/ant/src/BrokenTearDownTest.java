import org.junit.*;

public class BrokenTearDownTest {
  @AfterClass public static void close() { throw new IllegalStateException("cannot close"); }
  @After public void clean() { throw new IllegalStateException("cannot clean up"); }
  @Test public void hasAFailedTearDown() {}
}
