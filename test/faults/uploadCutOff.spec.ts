import type { TestRunPage, TestRunView, UploadAnswer } from '@assay/contract';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject, finishedRun } from '../support/runs.ts';

/** Enough for the import to take a while, in several chunks. */
const testCount = 40_000;
/** How many imports may finish before the kill. */
const attempts = 5;

let installation: Installation;
let caller: Caller;

beforeAll(async () => {
  installation = await startInstallation();
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'ci', name: 'CI' });
  const project = { key: 'shop', name: 'Shop', gitUrl: '/nowhere', testingFramework: 'Playwright' as const };
  await createProject(caller, project);
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
});

function formOf(attempt: number): FormData {
  const cases = Array.from(
    { length: testCount },
    (_, n) => `<testcase classname="c${n % 100}" name="t${n}" time="1"/>`,
  );
  const form = new FormData();
  for (const [name, value] of Object.entries({ projectId: 'shop', environmentId: 'ci', branch: `b${attempt}` })) {
    form.set(name, value);
  }
  form.set('file', new Blob([`<testsuite name="s">${cases.join('')}</testsuite>`]), 'results.xml');
  return form;
}

const send = (attempt: number) =>
  caller.call<UploadAnswer>('POST', '/test-runs-upload', formOf(attempt), { 'idempotency-key': `upload-${attempt}` });

/**
 * Sends results and kills the api after the run was created and before its results are complete. @returns the run, cut
 * off
 */
async function cutOff(): Promise<{ run: TestRunView; attempt: number }> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const sent = send(attempt).then(
      ({ status }) => status,
      () => null,
    );
    const isThere = async () => {
      const { testRuns } = await caller.get<TestRunPage>(`/test-runs?branch=b${attempt}`);
      return testRuns[0] ?? null;
    };
    await eventually(isThere);
    await installation.kill('api');
    const status = await sent;
    const { id } = await eventually(isThere);
    // Otherwise the kill came too late, after the answer or the verdict.
    if (status === null) {
      const run = await finishedRun(caller, id);
      if (run.status === 'FAIL') return { run, attempt };
    }
  }
  throw new Error(`each of ${attempts} imports was over before the kill`);
}

describe('an upload whose process is killed while recording it', () => {
  it('fails, and says how much arrived; sent again with its key it completes the same run', async () => {
    const { run, attempt } = await cutOff();
    const [, here = ''] =
      /was cut off: (\d+) of 40000 are here\. Upload the same files again\./.exec(run.statusInfo ?? '') ?? [];
    expect(Number(here)).toBeLessThan(testCount);
    expect(run).toMatchObject({
      totalCount: testCount,
      passCount: Number(here),
      notRunCount: testCount - Number(here),
    });

    const again = await eventually(async () => {
      const answer = await send(attempt);
      return answer.status === 201 ? answer.body : null;
    });
    expect(again).toMatchObject({ id: run.id, status: 'PASS', counts: { total: testCount, passed: testCount } });
    const whole = await eventually(async () => {
      const now = await caller.get<TestRunView>(`/test-runs/${run.id}`);
      return now.status === 'PASS' ? now : null;
    });
    expect(whole).toMatchObject({ passCount: testCount, notRunCount: 0, statusInfo: null });
    const { total } = await caller.get<TestRunPage>(`/test-runs?branch=b${attempt}`);
    expect(total).toBe(1);
  });
});
