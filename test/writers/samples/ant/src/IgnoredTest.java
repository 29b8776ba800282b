import org.junit.*;

@Ignore("not yet")
public class IgnoredTest {
  @Test public void isIgnoredAsAWhole() {}
}
