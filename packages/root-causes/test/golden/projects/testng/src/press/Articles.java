package press;

import java.nio.file.Files;
import java.nio.file.Path;

public class Articles {
  public String headline(String text) {
    return text.split(": ")[1];
  }

  public String author(String text) {
    return text.split(" by ")[1];
  }

  public int pages(int words) {
    return words / 300;
  }

  public String template(String name) throws Exception {
    return Files.readString(Path.of("/srv/press/templates/" + name));
  }

  public void publish(int number) {
    throw new IllegalStateException("Article " + number + " was locked at " + java.time.Instant.now());
  }
}
