import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.IAlterSuiteListener;
import org.testng.IMethodInstance;
import org.testng.IMethodInterceptor;
import org.testng.ITestClass;
import org.testng.ITestContext;
import org.testng.ITestListener;
import org.testng.ITestNGMethod;
import org.testng.ITestResult;
import org.testng.Reporter;
import org.testng.SkipException;
import org.testng.TestNG;
import org.testng.xml.XmlPackage;
import org.testng.xml.XmlSuite;
import org.testng.xml.XmlTest;

/**
 * Runs TestNG and tells the runner agent which tests there are and how they go, as it happens. Java runs this source as
 * it is. Each event is one JSON line appended to the file ASSAY_CHANNEL. ASSAY_ORDER names a file with a word and a value
 * per line (list, retry, suite, package, key).
 */
public class AssayTestNg
    implements ITestListener, IMethodInterceptor, IAlterSuiteListener {
  private static final int LONGEST_TEXT = 900_000;
  /** Of the three texts of a result as JSON: the agent drops a line of more than four million characters whole. */
  private static final int LONGEST_TEXTS = 3_900_000;
  private static final int LONGEST_PARAMETER = 200;
  private static final String KEY = "assay.key";
  private static final String[] SOURCES = {"src/test/java", "src/main/java", "src", "test", "."};

  private final OutputStream channel;
  private final boolean list;
  private final boolean retry;
  private final Set<String> keys;
  private final Map<String, Integer> invocations = new HashMap<>();
  private final Map<String, String> retried = new HashMap<>();
  private final InheritableThreadLocal<Tee> output = new InheritableThreadLocal<>();
  private boolean severalTests = false;

  public static void main(String[] arguments) throws Exception {
    Map<String, List<String>> order = readOrder(System.getenv("ASSAY_ORDER"));
    boolean list = order.containsKey("list");
    AssayTestNg assay = new AssayTestNg(order, list);
    if (list && !isDryRun()) {
      assay.problem("TestNG lists its tests from version 7 on only. Raise the version that the project uses.");
      Runtime.getRuntime().halt(2);
    }
    TestNG testng = new TestNG(false);
    testng.addListener(assay);
    testng.setVerbose(0);
    testng.setOutputDirectory(System.getenv("ASSAY_ARTIFACTS"));
    List<String> suites = order.getOrDefault("suite", new ArrayList<>());
    if (!suites.isEmpty()) testng.setTestSuites(suites);
    else testng.setXmlSuites(Arrays.asList(suiteOf(order.getOrDefault("package", new ArrayList<>()))));
    int exit = 0;
    try {
      testng.run();
    } catch (Throwable problem) {
      problem.printStackTrace();
      assay.problem(stackOf(problem));
      exit = 2;
    }
    System.out.flush();
    // Threads that the tests left behind must not keep the process alive.
    Runtime.getRuntime().halt(exit);
  }

  private AssayTestNg(Map<String, List<String>> order, boolean list) throws IOException {
    this.list = list;
    this.retry = order.containsKey("retry");
    this.keys = new HashSet<>(order.getOrDefault("key", new ArrayList<>()));
    this.channel = new FileOutputStream(System.getenv("ASSAY_CHANNEL"), true);
    System.setOut(new PrintStream(new Fork(System.out), true, "UTF-8"));
    System.setErr(new PrintStream(new Fork(System.err), true, "UTF-8"));
  }

  /** An older TestNG would run the tests instead. */
  private static boolean isDryRun() {
    try {
      Class<?> behavior = Class.forName("org.testng.internal.RuntimeBehavior");
      return (Boolean) behavior.getMethod("isDryRun").invoke(null);
    } catch (ReflectiveOperationException unknown) {
      return false;
    }
  }

  private void problem(String message) {
    send("{\"t\":\"problem\",\"message\":" + quoted(bounded(message)) + "}");
  }

  private static XmlSuite suiteOf(List<String> packages) {
    XmlSuite suite = new XmlSuite();
    suite.setName("Assay");
    XmlTest test = new XmlTest(suite);
    test.setName("Assay");
    List<XmlPackage> all = new ArrayList<>();
    for (String name : packages) all.add(new XmlPackage(name.endsWith("*") ? name : name + ".*"));
    test.setPackages(all);
    return suite;
  }

  /** Tests run one after another: the agent has slots for parallel work. */
  @Override
  public void alter(List<XmlSuite> suites) {
    int tests = 0;
    for (XmlSuite suite : suites) tests += alterSuite(suite);
    severalTests = tests > 1;
  }

  private int alterSuite(XmlSuite suite) {
    suite.setParallel(XmlSuite.ParallelMode.NONE);
    suite.setThreadCount(1);
    suite.setDataProviderThreadCount(1);
    for (XmlTest test : suite.getTests()) test.setParallel(XmlSuite.ParallelMode.NONE);
    int tests = suite.getTests().size();
    for (XmlSuite child : suite.getChildSuites()) tests += alterSuite(child);
    return tests;
  }

  /** Keeps the requested methods and their dependencies. */
  @Override
  public List<IMethodInstance> intercept(List<IMethodInstance> methods, ITestContext context) {
    if (list) return methods;
    Set<String> wantedMethods = new HashSet<>();
    for (String key : keys) wantedMethods.add(key.substring(0, key.lastIndexOf('#')));
    Set<ITestNGMethod> kept = new HashSet<>();
    for (IMethodInstance instance : methods) {
      ITestNGMethod method = instance.getMethod();
      if (wantedMethods.contains(placeOf(context.getName(), method))) keep(method, methods, kept);
    }
    List<IMethodInstance> chosen = new ArrayList<>();
    for (IMethodInstance instance : methods) if (kept.contains(instance.getMethod())) chosen.add(instance);
    return chosen;
  }

  private static void keep(ITestNGMethod method, List<IMethodInstance> all, Set<ITestNGMethod> kept) {
    if (!kept.add(method)) return;
    List<String> names = Arrays.asList(method.getMethodsDependedUpon());
    List<String> groups = Arrays.asList(method.getGroupsDependedUpon());
    for (IMethodInstance instance : all) {
      ITestNGMethod other = instance.getMethod();
      boolean byGroup = false;
      for (String group : other.getGroups()) byGroup |= matches(groups, group);
      if (byGroup || names.contains(other.getQualifiedName())) keep(other, all, kept);
    }
  }

  private static boolean matches(List<String> patterns, String group) {
    for (String pattern : patterns) if (group.matches(pattern)) return true;
    return false;
  }

  @Override
  public void onTestStart(ITestResult result) {
    begin(result);
  }

  private String begin(ITestResult result) {
    String key = nextKeyOf(placeOf(result.getTestContext().getName(), result.getMethod()));
    result.setAttribute(KEY, key);
    output.set(new Tee());
    if (list) sendListed(key, result);
    else if (keys.contains(key)) {
      send("{\"t\":\"begin\",\"key\":" + quoted(key) + ",\"at\":" + System.currentTimeMillis() + "}");
    }
    return key;
  }

  /** A method with a thread pool for its invocations runs them in parallel. */
  private synchronized String nextKeyOf(String place) {
    String key = retried.remove(place);
    return key != null ? key : place + "#" + invocations.merge(place, 1, Integer::sum);
  }

  private synchronized void tryAgain(String place, String key) {
    retried.put(place, key);
  }

  private void sendListed(String key, ITestResult result) {
    String type = classOf(result.getMethod());
    String test = severalTests ? " [" + result.getTestContext().getName() + "]" : "";
    List<String> groups = new ArrayList<>();
    for (String group : result.getMethod().getGroups()) groups.add(quoted(group));
    String simple = type.substring(type.lastIndexOf('.') + 1);
    send(
        "{\"t\":\"listed\",\"key\":" + quoted(key) + ",\"file\":" + quoted(fileOf(type)) + ",\"name\":"
            + quoted(simple + " › " + result.getMethod().getMethodName() + parametersOf(result) + test)
            + ",\"line\":null,\"tags\":[" + String.join(",", groups) + "],\"together\":"
            + quoted(key.substring(0, key.lastIndexOf('#'))) + "}");
  }

  @Override
  public void onTestSuccess(ITestResult result) {
    end(result, "PASS", false);
  }

  @Override
  public void onTestFailure(ITestResult result) {
    end(result, "FAIL", false);
  }

  @Override
  public void onTestFailedWithTimeout(ITestResult result) {
    end(result, "FAIL", true);
  }

  @Override
  public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
    end(result, "PASS", false);
  }

  @Override
  public void onTestSkipped(ITestResult result) {
    if (result.wasRetried()) {
      end(result, "FAIL", false);
      tryAgain(placeOf(result.getTestContext().getName(), result.getMethod()), (String) result.getAttribute(KEY));
      return;
    }
    Throwable reason = result.getThrowable();
    boolean chosen = reason == null || reason instanceof SkipException;
    // TestNG's own reason, in a plain Throwable: a failed test that this one depends on.
    boolean unreached = dependsOnFailed(result) && (chosen || reason.getClass() == Throwable.class);
    // Otherwise its set-up or its data provider is broken.
    end(result, unreached ? "NOT_RUN" : chosen ? "IGNORED" : "FAIL", false);
  }

  private static boolean dependsOnFailed(ITestResult result) {
    ITestNGMethod method = result.getMethod();
    boolean depends = method.getMethodsDependedUpon().length + method.getGroupsDependedUpon().length > 0;
    return depends && !(result.getThrowable() instanceof SkipException);
  }

  private void end(ITestResult result, String status, boolean timedOut) {
    String key = (String) result.getAttribute(KEY);
    // Of some tests TestNG reports only that they were skipped.
    if (key == null) key = begin(result);
    Tee printed = output.get();
    output.remove();
    if (list || !keys.contains(key)) return;
    Throwable error = result.getThrowable();
    boolean told = error != null && !status.equals("PASS");
    List<String> logged = Reporter.getOutput(result);
    String text = (printed == null ? "" : printed.text()) + (logged.isEmpty() ? "" : String.join("\n", logged) + "\n");
    // Tests that depend on a failed one may run when that one is retried.
    boolean again = result.wasRetried() || (retry && (status.equals("FAIL") || status.equals("NOT_RUN")));
    String[] texts = {
      told ? messageOf(error) : null, told && status.equals("FAIL") ? bounded(stackOf(error)) : null, bounded(text)
    };
    fit(texts);
    send(
        "{\"t\":\"end\",\"key\":" + quoted(key) + ",\"status\":\"" + status + "\",\"willRetry\":" + again
            + ",\"timedOut\":" + timedOut
            + ",\"durationMs\":" + Math.max(0, result.getEndMillis() - result.getStartMillis())
            + ",\"error\":" + quoted(texts[0])
            + ",\"stack\":" + quoted(texts[1])
            + ",\"output\":" + quoted(texts[2]) + ",\"files\":[]}");
  }

  private static String messageOf(Throwable error) {
    String message = error.getMessage();
    String simple = error.getClass().getSimpleName();
    if (message == null || message.isEmpty()) return simple;
    // TestNG's own reasons come in a plain Throwable.
    return bounded(error.getClass() == Throwable.class ? message : simple + ": " + message);
  }

  private static String placeOf(String test, ITestNGMethod method) {
    return test.replaceAll("[\\r\\n#]", " ") + "#" + classOf(method) + "#" + method.getMethodName();
  }

  /** A test that several classes inherit is a test of each of them, as in TestNG's own reports. */
  private static String classOf(ITestNGMethod method) {
    ITestClass type = method.getTestClass();
    return (type == null ? method.getRealClass() : type.getRealClass()).getName();
  }

  private static String parametersOf(ITestResult result) {
    Object[] parameters = result.getParameters();
    if (parameters == null || parameters.length == 0) return "";
    List<String> texts = new ArrayList<>();
    for (Object parameter : parameters) {
      String text = Arrays.deepToString(new Object[] {parameter});
      text = text.substring(1, text.length() - 1);
      texts.add(text.length() > LONGEST_PARAMETER ? text.substring(0, LONGEST_PARAMETER) + "…" : text);
    }
    return "(" + String.join(", ", texts) + ")";
  }

  /** The source file of a class in the usual folders, else the name of the class. */
  private static String fileOf(String type) {
    String outer = type.contains("$") ? type.substring(0, type.indexOf('$')) : type;
    String path = outer.replace('.', '/') + ".java";
    for (String folder : SOURCES) {
      String file = folder.equals(".") ? path : folder + "/" + path;
      if (new File(file).isFile()) return file;
    }
    return type;
  }

  private static String stackOf(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  /** Shortens the longest of the texts while one line has no room for all. */
  private static void fit(String[] texts) {
    while (true) {
      int longest = 0;
      int total = 0;
      for (int at = 0; at < texts.length; at++) {
        total += quoted(texts[at]).length();
        if (lengthOf(texts[at]) > lengthOf(texts[longest])) longest = at;
      }
      if (total <= LONGEST_TEXTS) return;
      texts[longest] = bothEnds(texts[longest], texts[longest].length() / 2);
    }
  }

  private static int lengthOf(String text) {
    return text == null ? 0 : text.length();
  }

  private static String bounded(String text) {
    return bothEnds(text, LONGEST_TEXT);
  }

  private static String bothEnds(String text, int limit) {
    if (text.length() <= limit) return text;
    int half = limit / 2;
    String note = "\n… " + (text.length() - 2 * half) + " characters left out by Assay …\n";
    return text.substring(0, half) + note + text.substring(text.length() - half);
  }

  private static String quoted(String text) {
    if (text == null) return "null";
    StringBuilder json = new StringBuilder("\"");
    for (char each : text.toCharArray()) {
      if (each == '"' || each == '\\') json.append('\\').append(each);
      else if (each < ' ' || Character.isSurrogate(each)) {
        json.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) json.append(Character.forDigit(each >> shift & 15, 16));
      }
      else json.append(each);
    }
    return json.append('"').toString();
  }

  private synchronized void send(String message) {
    try {
      channel.write((message + "\n").getBytes(StandardCharsets.UTF_8));
      channel.flush();
    } catch (IOException problem) {
      // Without its channel this process is useless to the agent.
      Runtime.getRuntime().halt(3);
    }
  }

  private static Map<String, List<String>> readOrder(String path) throws IOException {
    Map<String, List<String>> order = new HashMap<>();
    for (String line : Files.readAllLines(Paths.get(path), StandardCharsets.UTF_8)) {
      int space = line.indexOf(' ');
      if (space < 0) continue;
      order.computeIfAbsent(line.substring(0, space), word -> new ArrayList<>()).add(line.substring(space + 1));
    }
    return order;
  }

  /** The part of a test's output that is kept. */
  private static final class Tee extends ByteArrayOutputStream {
    synchronized String text() {
      return new String(toByteArray(), StandardCharsets.UTF_8);
    }
  }

  /** Passes output on, and keeps that of the running test, from its own threads too. */
  private final class Fork extends OutputStream {
    private final OutputStream original;

    Fork(OutputStream original) {
      this.original = original;
    }

    @Override
    public void write(int each) throws IOException {
      write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      original.write(bytes, from, count);
      Tee tee = output.get();
      if (tee != null && tee.size() < 2 * LONGEST_TEXT) tee.write(bytes, from, count);
    }

    @Override
    public void flush() throws IOException {
      original.flush();
    }
  }
}
