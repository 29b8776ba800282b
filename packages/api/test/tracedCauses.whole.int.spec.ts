import type { ListedTest, RunAnalysisView, TestId } from '@assay/contract';
import { type GoldenProject, readGoldenSet } from '../../root-causes/test/golden/goldenSet.ts';
import { type Score, scoreOf } from '../../root-causes/test/golden/scores.ts';
import { testFinished, testStarted, unitCompleted } from './agentUnderTest.ts';
import { type RunCycle, startRunCycle } from './runCycle.ts';
import { uploadForm } from './uploadForm.ts';

type Started = Awaited<ReturnType<typeof startRunCycle>>;

/** A run of a project of the golden set. */
type GoldenRun = { id: string; project: GoldenProject };

/** Uploads put the suite before the name, where a report has one. */
const lastPart = (name: string) => name.split(' › ').at(-1) ?? name;

const escaped = (text: string) =>
  text
    // XML has no control characters.
    .replace(/[^\t\n\u0020-\ufffd]/g, '')
    .replace(/[<>&"\n]/g, (character) => `&#${character.charCodeAt(0)};`);

describe('root causes of failures with stack traces', () => {
  const golden = readGoldenSet().filter(({ failures }) => failures.every(({ file }) => file !== ''));
  let started: Started;
  let cycle: RunCycle;
  beforeAll(async () => {
    started = await startRunCycle();
    cycle = started.cycle;
  });
  afterAll(() => started.api.stop());

  /** Runs a project as an agent does, which posts the texts that its framework printed. */
  async function ranByAgent(project: GoldenProject): Promise<GoldenRun> {
    const { agent } = started;
    const id = await cycle.newRun();
    const failures = new Map(project.failures.map((failure, place) => [`test-${place}` as TestId, failure]));
    const tests = [...failures].map(
      ([testId, { file, name }], place): ListedTest => ({ testId, file, name, line: place, tags: [], selector: null }),
    );
    await cycle.setUp(tests);
    for (let done = 0; done < tests.length; ) {
      const lease = await cycle.takeWork();
      const events = lease.tests.flatMap(({ testId }) => {
        const { error, stack: stackTrace } = failures.get(testId) ?? {};
        return [testStarted(testId), testFinished(testId, { status: 'FAIL', error, stackTrace })];
      });
      const answer = await agent.events(lease, 1, [...events, unitCompleted]);
      expect(answer).toMatchObject({ status: 200 });
      done += lease.tests.length;
    }
    await cycle.untilRun(id, ({ status }) => status === 'FAIL');
    return { id, project };
  }

  async function uploaded(project: GoldenProject): Promise<GoldenRun> {
    const { api } = started;
    const cases = project.failures.map(
      ({ file, name, error, stack }) =>
        `<testcase file="${escaped(file)}" classname="${escaped(file)}" name="${escaped(name)}">` +
        `<failure message="${escaped(error ?? '')}">${escaped(stack ?? '')}</failure></testcase>`,
    );
    const content = `<testsuite name="${project.framework}">${cases.join('')}</testsuite>`;
    const fields = { projectId: 'shop', environmentId: 'test' };
    const answer = await uploadForm(api, fields, [{ name: 'results.xml', content }]);
    expect(answer).toMatchObject({ status: 201 });
    const { id } = answer.body;
    await cycle.untilRun(id, ({ status }) => status === 'FAIL');
    return { id, project };
  }

  async function causesOf({ call }: Pick<Started['api'], 'call'>, { id }: GoldenRun) {
    const { body } = await call<RunAnalysisView>('GET', `/test-runs/${id}/analysis`);
    expect(body.testRunAnalysisRootCauses).toHaveLength(body.causeCount);
    return body.testRunAnalysisRootCauses;
  }

  async function scoreOfRuns(reader: Pick<Started['api'], 'call'>, runs: readonly GoldenRun[]): Promise<Score> {
    const labelled: string[][][] = [];
    for (const run of runs) {
      const causes = await causesOf(reader, run);
      const labels = new Map(run.project.failures.map(({ name, cause }) => [lastPart(name), cause]));
      labelled.push(
        causes.map(({ affectedTestRunTestAnalysis: tests }) =>
          tests.map(({ name }) => labels.get(lastPart(name)) ?? name),
        ),
      );
    }
    return scoreOf(labelled);
  }

  it.each([
    ['an agent reports', ranByAgent, ['testRunTests', 'failures']],
    ['are uploaded', uploaded, ['importedResults', 'failures']],
  ])('are those of the golden set where results %s, also after read models are rebuilt', async (_, ran, readModels) => {
    const { api } = started;
    const runs: GoldenRun[] = [];
    for (const project of golden) runs.push(await ran(project));
    const score = await scoreOfRuns(api, runs);
    expect(score.failures).toBe(golden.reduce((sum, { failures }) => sum + failures.length, 0));
    expect(score.f1).toBeGreaterThanOrEqual(0.9);
    expect(score.purity).toBeGreaterThanOrEqual(0.95);
    const before = await Promise.all(runs.map((run) => causesOf(api, run)));
    for (const readModel of readModels) await api.rebuild(readModel);
    // It has cached no causes.
    const other = await api.another();
    expect(await Promise.all(runs.map((run) => causesOf(other, run)))).toEqual(before);
  });
});
