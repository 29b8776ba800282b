import type { TestRunInfo, TestRunPage } from '@assay/contract';
import type { Figure } from './figures.ts';
import { growList } from './grownList.ts';
import { growStatistics } from './grownStatistics.ts';
import { liveCollection } from './liveCollection.ts';
import { timedInTurns } from './samples.ts';
import type { Workbench } from './workbench.ts';

const runs = 1_000_000;
/** On which they were, as an account has them. */
const days = 365;
const page = 10;
/** Nobody scrolls so far, but a link may begin there. */
const farDown = 400_000;
const samples = 400;
const warmUps = 50;
const quarterMs = 90 * 86_400_000;
const chartSamples = 60;
const chartWarmUps = 6;

/** Milliseconds for what lists and charts of runs read over HTTP, in an account with a million of them. */
export async function measureMillionRuns(bench: Workbench): Promise<Figure[]> {
  const ids = await growList(bench, runs, days);
  await growStatistics(bench, ids);
  return [...(await measureLists(bench)), ...(await measureCharts(bench))];
}

async function measureCharts(bench: Workbench): Promise<Figure[]> {
  const { get } = await bench.caller();
  const { projectId } = await bench.project();
  const [start, end] = [Date.now() - quarterMs, Date.now()].map((moment) => new Date(moment).toISOString());
  const query = `start=${start}&end=${end}&timeZone=Europe/Berlin`;
  const { all } = await get<TestRunInfo>(`/test-runs/test-run-info?${query}`);
  const quarter = `90 days with ${all.runs.toLocaleString('en')} runs`;
  const charts: [what: string, path: string][] = [
    [`runs per day, of ${quarter}`, `/test-runs/test-run-info?${query}`],
    [`runs per day of one project, of ${quarter}`, `/test-runs/test-run-info?${query}&projectId=${projectId}`],
    [`results per day, of ${quarter}`, `/test-runs/test-info?${query}`],
    [`usage of twelve months with ${runs.toLocaleString('en')} runs`, '/account/execution?timeZone=Europe/Berlin'],
    [`dashboard over ${runs.toLocaleString('en')} runs`, '/test-runs/recent-for-environments'],
    ['insights', '/insight'],
  ];
  const figures: Figure[] = [];
  for (const [name, path] of charts) {
    const began = performance.now();
    await get(path);
    bench.say(`    ${name}: ${(performance.now() - began).toFixed(0)} ms at first`);
    figures.push({
      name,
      unit: 'ms',
      ...(await timedInTurns(
        () => get(path),
        () => get('/users/me'),
        { samples: chartSamples, warmUps: chartWarmUps },
      )),
      floorIs: 'a call for one document',
      aim: 50,
      aimIsTail: true,
    });
  }
  return figures;
}

async function measureLists(bench: Workbench): Promise<Figure[]> {
  const { get, accountId } = await bench.caller();
  const { projectId } = await bench.project();
  const collection = await liveCollection(bench, 'testRunSummaries');
  const find = () => collection.find({ accountId }).sort({ _id: -1 }).limit(page).toArray();
  const lists: [what: string, query: string][] = [
    ['first page', ''],
    ['first page of one project', `&project=${projectId}`],
    ['first page of what failed', '&status=FAIL'],
    ['first page of what failed on one branch', '&status=FAIL&branch=release'],
    ['page far down', `&offset=${farDown}`],
  ];
  const figures: Figure[] = [];
  for (const [what, query] of lists) {
    const list = async () => {
      const { testRuns } = await get<TestRunPage>(`/test-runs?limit=${page}${query}`);
      if (testRuns.length !== page) throw new Error(`the ${what} holds ${testRuns.length} runs`);
    };
    figures.push({
      name: `list of ${runs.toLocaleString('en')} runs: ${what}`,
      unit: 'ms',
      ...(await timedInTurns(list, find, { samples, warmUps })),
      floorIs: `one indexed find of ${page} documents by the driver`,
      aim: 10,
      aimIsTail: true,
    });
  }
  return figures;
}
