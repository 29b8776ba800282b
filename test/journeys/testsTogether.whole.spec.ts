import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, outcomesOf, resultsOf, startRun } from '../support/runs.ts';

const jars = ['testng', 'jcommander', 'slf4j-api'].map((name) => `/usr/share/java/${name}.jar`);
const hasTestNg = jars.every((jar) => existsSync(jar)) && existsSync('/usr/bin/javac');

const rowCount = 8;
const methods = ['priced', 'packed', 'shipped'];

/** Every test writes a line when it is invoked. */
const source = (invocations: string) => `package shop;
import java.nio.file.*;
import org.testng.annotations.*;
public class RowsTest {
  static void invoked(String what) throws Exception {
    Files.write(Paths.get("${invocations}"), (what + "\\n").getBytes(), StandardOpenOption.APPEND);
    Thread.sleep(100);
  }
  @DataProvider Object[][] rows() {
    Object[][] rows = new Object[${rowCount}][];
    for (int n = 0; n < ${rowCount}; n++) rows[n] = new Object[] {n};
    return rows;
  }
${methods.map((name) => `  @Test(dataProvider = "rows") public void ${name}(int n) throws Exception { invoked("${name}(" + n + ")"); }`).join('\n')}
  @Test public void opens() throws Exception { invoked("opens"); }
  @Test public void closes() throws Exception { invoked("closes"); }
}
`;
const everyTest = [
  ...methods.flatMap((name) => Array.from({ length: rowCount }, (_, n) => `${name}(${n})`)),
  'opens',
  'closes',
].sort();

(hasTestNg ? describe : describe.skip)(
  'tests that their framework runs together only (needs a JDK and the jars of libtestng7-java)',
  () => {
    let folder: string;
    let invocations: string;
    let repository: Repository;
    let installation: Installation;
    let caller: Caller;
    let id: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'assay-together-'));
      invocations = join(folder, 'invocations');
      repository = await makeRepository({ 'src/shop/RowsTest.java': source(invocations) });
      installation = await startInstallation();
      caller = await signIn(installation.url, admin);
      await createEnvironment(caller, { key: 'local', name: 'Local' });
      await createProject(caller, {
        name: 'Rows',
        key: 'rows',
        testingFramework: 'TestNG',
        gitUrl: repository.path,
        defaultBranch: 'main',
        testPackages: ['shop'],
        defaultMaxRunners: 2,
        defaultToParallelizeByFile: false,
        installCommand: `javac -encoding UTF-8 -cp ${jars[0]} -d classes src/shop/RowsTest.java`,
      });
    });
    afterAll(async () => {
      await installation.stop();
      await installation.remove();
      await repository.remove();
      await rm(folder, { recursive: true });
    });

    const invoked = async () => (await readFile(invocations, 'utf8')).trim().split('\n').sort();
    /** The file that invoked tests write to. */
    const forget = () => writeFile(invocations, '');

    // The first run has no durations of its tests, the second one does.
    it.each([['without'], ['with']])('are each invoked once by the two runners of a run %s history', async () => {
      await forget();
      id = await startRun(caller, { project: 'rows', environment: 'local', runners: 2 });
      expect(await finishedRun(caller, id)).toMatchObject({ status: 'PASS', passCount: everyTest.length });
      expect(await invoked()).toEqual(everyTest);
      const results = await resultsOf(caller, id);
      expect(new Set(results.map(({ testRunnerId }) => testRunnerId)).size).toBe(2);
    });

    it('are requested and reported one by one when some of them are rerun', async () => {
      await forget();
      const chosen = (await resultsOf(caller, id)).filter(({ name }) => /packed\([26]\)$/.test(name));
      const again = await caller.post<{ id: string }>(`/test-runs/${id}/rerun`, {
        testIds: chosen.map(({ testId }) => testId),
      });
      expect(await finishedRun(caller, again.id)).toMatchObject({ status: 'PASS', totalCount: 2 });
      expect(outcomesOf(await resultsOf(caller, again.id))).toEqual({
        'RowsTest › packed(2)': 'PASS',
        'RowsTest › packed(6)': 'PASS',
      });
      // One process invokes the method, and each of its rows once.
      expect(await invoked()).toEqual(everyTest.filter((name) => name.startsWith('packed')));
    });
  },
);
