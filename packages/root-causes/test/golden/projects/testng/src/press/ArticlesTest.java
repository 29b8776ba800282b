package press;

import static org.testng.Assert.assertEquals;

import java.net.InetAddress;
import org.testng.annotations.Test;

public class ArticlesTest {
  private final Articles articles = new Articles();

  private void expectPages(int words, int pages) {
    assertEquals(articles.pages(words), pages);
  }

  @Test
  public void findsHeadline() {
    assertEquals(articles.headline("News"), "News");
  }

  @Test
  public void findsEmptyHeadline() {
    assertEquals(articles.headline(""), "");
  }

  @Test
  public void findsAuthor() {
    assertEquals(articles.author("Ann"), "Ann");
  }

  @Test
  public void countsPages() {
    expectPages(301, 2);
  }

  @Test
  public void countsPagesOfNote() {
    expectPages(20, 1);
  }

  @Test
  public void publishes() {
    articles.publish(7);
  }

  @Test
  public void publishesAgain() {
    articles.publish(4711);
  }

  @Test
  public void printsCover() throws Exception {
    articles.template("cover.html");
  }

  @Test
  public void printsBack() throws Exception {
    articles.template("back.html");
  }

  @Test
  public void countsReaders() {
    assertEquals("a b".split(" ").length, 3);
  }

  @Test
  public void countsEditors() {
    assertEquals(2, 3);
  }

  @Test
  public void asksTheAgency() throws Exception {
    InetAddress.getByName("agency.press.invalid");
  }

  @Test
  public void asksForPictures() throws Exception {
    InetAddress.getByName("agency.press.invalid").getHostAddress();
  }
}
