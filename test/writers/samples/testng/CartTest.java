import static org.testng.Assert.*;
import org.testng.*;
import org.testng.annotations.*;

public class CartTest {
  public static class Again implements IRetryAnalyzer {
    private boolean tried;
    public boolean retry(ITestResult result) { boolean again = !tried; tried = true; return again; }
  }
  private static int tries;
  @Test public void adds() { assertEquals(1 + 1, 2); }
  @Test public void pays() { assertEquals(1 + 1, 3, "no \"van\" & <driver>"); }
  @Test public void breaks() { throw new IllegalStateException("no van"); }
  @Test public void isSkipped() { throw new SkipException("no terminal"); }
  @Test(enabled = false) public void isDisabled() { fail(); }
  @Test(retryAnalyzer = Again.class) public void flaky() { assertEquals(++tries, 2); }
  @Test(dependsOnMethods = "pays") public void neverStarts() {}
  @Test(timeOut = 50) public void timesOut() throws Exception { Thread.sleep(5000); }
  @Test(expectedExceptions = IllegalStateException.class) public void isExpectedToThrow() { throw new IllegalStateException(); }
  @DataProvider public Object[][] prices() { return new Object[][] {{1}, {2}}; }
  @Test(dataProvider = "prices") public void costs(int price) { assertTrue(price < 2); }
}
