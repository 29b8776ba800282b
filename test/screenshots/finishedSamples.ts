import type { TestRunPage, TestRunView } from '@assay/contract';
import type { Caller } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { finishedRun, resultsOf } from '../support/runs.ts';

const sampleProjects = 3;

/** Waits until the first run of each sample project has its verdict. */
export async function finishedSamples(caller: Caller) {
  const runs = await eventually(async () => {
    const { testRuns: found } = await caller.get<TestRunPage>('/test-runs');
    return found.length === sampleProjects ? found : null;
  });
  const finished: TestRunView[] = [];
  for (const run of runs) finished.push(await finishedRun(caller, run.id));
  const ofPlaywright = finished.find(({ project }) => project.name.startsWith('Playwright'));
  if (!ofPlaywright) throw new Error('there is no sample run of Playwright');
  const failed = (await resultsOf(caller, ofPlaywright.id)).find(({ status }) => status === 'FAIL');
  if (!failed) throw new Error('nothing failed in the sample run of Playwright');
  return { playwright: { id: ofPlaywright.id, failedTestId: failed.testId } };
}
