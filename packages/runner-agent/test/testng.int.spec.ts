import { existsSync } from 'node:fs';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { findCommand } from '../src/process/findCommand.ts';
import { type AgentBench, openBench } from './agentBench.ts';

const jars = ['testng', 'jcommander', 'slf4j-api'].map((name) => `/usr/share/java/${name}.jar`);
const hasTestNg = jars.every((jar) => existsSync(jar)) && findCommand(process.env, ['javac']) !== null;

const cart = `package shop;
import java.nio.file.*;
import org.testng.*;
import org.testng.annotations.*;
public class CartTest {
  @DataProvider Object[][] rows() { return new Object[][] {{1, "tea"}, {2, "größe \\"x\\""}, {3, null}}; }
  @Test(dataProvider = "rows", groups = "rows") public void priced(int n, String what) { Assert.assertTrue(n < 3, "too many"); }
  @Test public void passes() throws Exception {
    Files.createDirectories(Paths.get("shots"));
    Files.write(Paths.get("shots/cart.png"), "picture".getBytes());
    System.out.println("hello, see shots/cart.png");
    Reporter.log("logged");
  }
  @Test public void failsOnce() throws Exception {
    Path mark = Paths.get(System.getenv("MARK"));
    if (!Files.exists(mark)) { Files.createFile(mark); throw new IllegalStateException("not this time"); }
  }
  @Test public void failsAlways() { throw new IllegalStateException("no stock"); }
  @Test(dependsOnMethods = "failsAlways") public void follows() {}
  @Test(dependsOnMethods = "passes") public void followsWell() {}
  @Test(dependsOnMethods = "failsOnce") public void followsLate() {}
  @DataProvider Object[][] broken() { throw new IllegalStateException("no rows"); }
  @Test(dataProvider = "broken") public void hasNoData(int n) {}
  @Test public void isSkipped() { throw new SkipException("not here"); }
}
`;
const closed = `package shop.closed;
import org.testng.annotations.*;
public class ClosedTest {
  @BeforeClass public void open() { throw new RuntimeException("no key"); }
  @Test public void neverOpens() {}
}
`;
const suite = `<!DOCTYPE suite SYSTEM "https://testng.org/testng-1.0.dtd"><suite name="All" parallel="methods">
<test name="desk"><parameter name="screen" value="desk"/><classes><class name="shop.ScreenTest"/></classes></test>
<test name="phone"><parameter name="screen" value="phone"/><classes><class name="shop.ScreenTest"/></classes></test></suite>`;
const screen = `package shop;
import org.testng.annotations.*;
public class ScreenTest {
  @Test @Parameters("screen") public void fits(String screen) { if (screen.equals("phone")) throw new RuntimeException("too small"); }
}
`;
const compile = `javac -encoding UTF-8 -cp ${jars[0]} -d classes`;

/** A fake of Maven's command line: compiles, and writes the class path to the given file. */
const fakeMaven = `#!/bin/sh
echo "fake maven $*"
for argument in "$@"; do case "$argument" in -Dmdep.outputFile=*) file="\${argument#*=}";; esac; done
javac -encoding UTF-8 -cp ${jars[0]} -d target/test-classes src/test/java/shop/*.java
echo "${jars.join(':')}" > "$file"
`;
/** A fake of Gradle's. */
const fakeGradle = fakeMaven
  .replace('fake maven', 'fake gradle')
  .replace(/^for .*\n/m, 'file="$ASSAY_CLASS_PATH_FILE"\n')
  .replace('> "$file"', '> "$file.jars"; echo "$PWD/target/test-classes:$(cat "$file.jars")" > "$file"');

(hasTestNg ? describe : describe.skip)(
  'TestNG tests of every kind (needs a JDK and the jars of libtestng7-java)',
  () => {
    const bench = openBench();

    async function run(
      files: Record<string, string>,
      settings: Partial<Parameters<AgentBench['order']>[0]>,
      run: Partial<AssignedRun> = {},
    ) {
      const mark = `${bench.folder}/mark-${crypto.randomUUID()}`;
      const variables = [
        { key: 'MARK', value: mark, encrypted: false, file: false },
        // Many short runs: optimizing for long ones would take most of their time.
        { key: 'JAVA_TOOL_OPTIONS', value: '-XX:TieredStopAtLevel=1', encrypted: false, file: false },
      ];
      const project = { gitUrl: bench.repository(files), testingFramework: 'TestNG' as const, ...settings };
      return await bench.outcomeOf(bench.order(project, { variables, ...run }));
    }

    it('gives each its own result, live, with its parameters, its output and its reason', async () => {
      const files = { 'src/shop/CartTest.java': cart, 'src/shop/closed/ClosedTest.java': closed };
      const settings = {
        installCommand: `${compile} src/shop/CartTest.java src/shop/closed/ClosedTest.java`,
        testPackages: ['shop'],
        screenshotNamesInOutput: true,
      };
      const { finals, statuses, tests, attemptsOf } = await run(files, settings, {
        retryFailedTests: true,
      });
      expect(statuses).toEqual({
        'CartTest › priced(1, tea)': 'PASS',
        'CartTest › priced(2, größe "x")': 'PASS',
        'CartTest › priced(3, null)': 'FAIL',
        'CartTest › passes': 'PASS',
        'CartTest › failsOnce': 'PASS',
        'CartTest › failsAlways': 'FAIL',
        'CartTest › follows': 'NOT_RUN',
        'CartTest › followsWell': 'PASS',
        'CartTest › followsLate': 'PASS',
        'CartTest › hasNoData': 'FAIL',
        'CartTest › isSkipped': 'IGNORED',
        'ClosedTest › neverOpens': 'FAIL',
      });
      expect(tests.find(({ name }) => name === 'CartTest › priced(1, tea)')).toMatchObject({
        file: 'src/shop/CartTest.java',
        tags: ['rows'],
      });
      // Rows of one method can only run together; methods without rows have no key.
      const inGroup = tests.filter(({ together }) => together);
      expect(inGroup.map(({ name }) => name.slice(0, 18))).toEqual(
        Array.from({ length: 3 }, () => 'CartTest › priced('),
      );
      expect(new Set(inGroup.map(({ together }) => together)).size).toBe(1);
      const passed = finals.get('CartTest › passes');
      expect(passed?.output).toBe('hello, see shots/cart.png\nlogged\n');
      expect(passed?.artifacts).toMatchObject([{ kind: 'screenshot', name: 'cart.png', size: 7 }]);
      expect(finals.get('CartTest › failsAlways')).toMatchObject({
        attempt: 2,
        error: 'IllegalStateException: no stock',
        stackTrace: expect.stringContaining('at shop.CartTest.failsAlways(CartTest.java:18)'),
      });
      expect(attemptsOf('CartTest › failsOnce').map(({ status, final }) => [status, final])).toEqual([
        ['FAIL', false],
        ['PASS', true],
      ]);
      expect(finals.get('ClosedTest › neverOpens')?.error).toBe('RuntimeException: no key');
    });

    it('runs a suite file, whose tests have distinct names, and only the selected ones', async () => {
      const files = { 'src/shop/ScreenTest.java': screen, 'suites/all.xml': suite };
      const settings = { installCommand: `${compile} src/shop/ScreenTest.java`, configFile: 'suites/all.xml' };
      const both = await run(files, settings);
      expect(both.statuses).toEqual({
        'ScreenTest › fits(desk) [desk]': 'PASS',
        'ScreenTest › fits(phone) [phone]': 'FAIL',
      });
      const one = await run(files, settings, { testFilters: ['Regex: \\[phone\\]$'] });
      expect(one.statuses).toEqual({ 'ScreenTest › fits(phone) [phone]': 'FAIL' });
    });

    it.each([
      [
        'Maven',
        'pom.xml',
        'mvnw',
        fakeMaven,
        'fake maven --batch-mode --quiet test-compile dependency:build-classpath',
      ],
      ['Gradle', 'build.gradle', 'gradlew', fakeGradle, 'fake gradle --console=plain --quiet --init-script'],
    ])(
      "is built by %s (a fake of its command line), the project's wrapper first",
      async (_, build, name, fake, call) => {
        const files = {
          'src/test/java/shop/ScreenTest.java': screen
            .replace('@Parameters("screen") ', '')
            .replace('String screen', '')
            .replace(/if .*"\); /, ''),
          [build]: '',
          [name]: fake,
        };
        const { statuses, tests, setupLog, problem } = await run(files, { testPackages: ['shop'] });
        expect(problem).toBeNull();
        expect(statuses).toEqual({ 'ScreenTest › fits': 'PASS' });
        expect(tests[0]?.file).toBe('src/test/java/shop/ScreenTest.java');
        expect(setupLog).toContain(call);
      },
    );

    it('separates what a method does in its own thread pool', async () => {
      const source = `package shop; import org.testng.annotations.Test;
public class PoolTest { @Test(invocationCount = 200, threadPoolSize = 20) public void serves() {} }
`;
      const { statuses, problem } = await run(
        { 'src/shop/PoolTest.java': source },
        { installCommand: `${compile} src/shop/PoolTest.java`, testPackages: ['shop'] },
      );
      expect(problem).toBeNull();
      expect(Object.values(statuses)).toEqual(Array.from({ length: 200 }, () => 'PASS'));
    });

    it('names an inherited test after each of the classes', async () => {
      const base = `package shop;
public abstract class Base { abstract int stock(); @org.testng.annotations.Test public void hasStock() { org.testng.Assert.assertTrue(stock() > 0); } }
`;
      const heir = (name: string, stock: number) =>
        `package shop; public class ${name} extends Base { int stock() { return ${stock}; } }\n`;
      const files = {
        'src/shop/Base.java': base,
        'src/shop/TeaTest.java': heir('TeaTest', 1),
        'src/shop/MilkTest.java': heir('MilkTest', 0),
      };
      const { statuses, tests } = await run(files, {
        installCommand: `${compile} src/shop/Base.java src/shop/TeaTest.java src/shop/MilkTest.java`,
        testPackages: ['shop'],
      });
      expect(statuses).toEqual({ 'TeaTest › hasStock': 'PASS', 'MilkTest › hasStock': 'FAIL' });
      expect(tests.map(({ file }) => file).sort()).toEqual(['src/shop/MilkTest.java', 'src/shop/TeaTest.java']);
    });

    it('runs what an install command has compiled when Maven cannot tell the class path', async () => {
      const files = {
        'src/shop/CartTest.java': cart,
        'pom.xml': '',
        mvnw: '#!/bin/sh\necho "a fake that reaches no repository" >&2\nexit 1\n',
      };
      const settings = { testPackages: ['shop'], installCommand: `mkdir classes && ${compile} src/shop/CartTest.java` };
      const { statuses, problem, setupLog } = await run(files, settings, { testFilters: ['CartTest › passes'] });
      expect(problem).toBeNull();
      expect(statuses).toEqual({ 'CartTest › passes': 'PASS' });
      expect(setupLog).toContain('reaches no repository');
    });
  },
);
