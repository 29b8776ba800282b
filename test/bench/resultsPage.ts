import { limits, type TestResultsPage } from '@assay/contract';
import type { Figure } from './figures.ts';
import { liveCollection } from './liveCollection.ts';
import { longestDelay } from './longestDelay.ts';
import { medianAndTail, timed } from './samples.ts';
import { reportOf, upload } from './upload.ts';
import type { Workbench } from './workbench.ts';

/** More than one page. */
const count = 12_000;
/** Uploaded runs of the same tests, so that each test has earlier results. */
const runs = 4;
const samples = 30;
const warmUps = 5;

/** Milliseconds for the largest page of results: of an uploaded run whose tests have a history. */
export async function measureResultsPage(bench: Workbench): Promise<Figure[]> {
  const caller = await bench.caller();
  const project = await bench.project();
  let id = '';
  for (let run = 0; run < runs; run++) {
    const answer = await upload(bench, caller, project, reportOf(count, run));
    id = answer.id;
    await caller.call('GET', `/test-runs/${id}`, undefined, { 'Min-Position': answer.position });
  }
  const path = `/test-runs/${id}/results?limit=${limits.maxResultsPage}`;
  // The history is projected later than the run.
  for (;;) {
    const { tests } = await caller.get<TestResultsPage>(path);
    if (tests.length === limits.maxResultsPage && tests.every(({ recent }) => recent.length === runs - 1)) break;
  }
  const [chunks, history] = [
    await liveCollection(bench, 'importedResults'),
    await liveCollection(bench, 'projectTests'),
  ];
  const headers = { authorization: `Bearer ${caller.token}`, account: caller.accountId };
  let bytes = 0;
  const read = async () => {
    const answer = await fetch(`${bench.url()}/api${path}`, { headers });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok) throw new Error(`the page was refused: ${answer.status}`);
  };
  const find = async () => {
    await chunks.find({ testRunId: id }).toArray();
    await history.find({ projectId: project.projectId }).limit(limits.maxResultsPage).toArray();
  };
  const [reads, finds, delays]: [number[], number[], number[]] = [[], [], []];
  await longestDelay(bench);
  // Alternating, so that other load on the machine affects both.
  for (let index = 0; index < warmUps + samples; index++) {
    const shown = await timed(read);
    const delay = await longestDelay(bench);
    const found = await timed(find);
    if (index < warmUps) continue;
    reads.push(shown);
    finds.push(found);
    delays.push(delay);
  }
  bench.say(`  the page has ${(bytes / 1e6).toFixed(1)} MB`);
  return [
    {
      name: `a page of ${limits.maxResultsPage.toLocaleString('en')} results with their history`,
      unit: 'ms',
      measured: medianAndTail(reads),
      floor: medianAndTail(finds),
      floorIs: 'the driver finds the same results and as many documents of tests',
    },
    {
      name: '  longest block of the api meanwhile',
      unit: 'ms',
      measured: medianAndTail(delays),
      floor: null,
      floorIs: '',
      aim: 50,
    },
  ];
}
