import static org.junit.Assert.*;
import java.util.*;
import org.junit.*;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class PriceTest {
  @Parameterized.Parameters(name = "{0} items") public static Collection<Object[]> prices() {
    return Arrays.asList(new Object[][] {{1}, {2}});
  }
  @Parameterized.Parameter public int price;
  @Test public void costs() { assertTrue(price < 2); }
}
