import type {
  AccountId,
  CommandAnswer,
  EnvironmentId,
  PipelineStageId,
  ProjectId,
  TestRunInfo,
  UserId,
  UserView,
} from '@assay/contract';
import { type Month, simulateMonth } from '../../packages/launcher/src/simulation/simulatedMonth.ts';
import type { Figure } from './figures.ts';
import { growLog } from './grownHistory.ts';
import { timedInTurns } from './samples.ts';
import type { Workbench } from './workbench.ts';

const days = 90;
const runsPerDay = 200;
const dayMs = 24 * 3_600_000;
/** Verdicts are overruled an hour after their runs, and that is not in the future either. */
const beforeNowMs = 2 * 3_600_000;
const samples = 60;
const warmUps = 6;

/** The projects, environments and the stage of simulated months that end now. */
export async function makeThings(
  bench: Workbench,
  { days, runsPerDay }: Pick<Month, 'days' | 'runsPerDay'>,
): Promise<Month> {
  const { post, get, accountId } = await bench.caller();
  const make = async <Id extends string>(path: string, body: object) =>
    (await post<CommandAnswer>(path, body)).id as Id & string;
  const project = (name: string, testingFramework: string) =>
    make<ProjectId>('/projects', {
      name,
      key: name.toLowerCase(),
      testingFramework,
      gitUrl: 'https://git.example.org/bench.git',
    });
  const stage = await make<PipelineStageId>('/pipeline-stages', { name: 'Release' });
  return {
    accountId: accountId as AccountId,
    userId: (await get<UserView>('/users/me')).id as UserId,
    web: await project('Web', 'Playwright'),
    mobile: await project('Mobile', 'CucumberJS'),
    payments: await project('Payments', 'PyTest'),
    test: await make<EnvironmentId>('/environments', { name: 'Test', key: 'test' }),
    production: await make<EnvironmentId>('/environments', { name: 'Live', key: 'live', pipelineStageId: stage }),
    stage,
    start: Date.now() - beforeNowMs - days * dayMs,
    days,
    runsPerDay,
  };
}

/** Milliseconds for what each tab of the analytics reads, of three busy months. */
export async function measureAnalytics(bench: Workbench): Promise<Figure[]> {
  const month = await makeThings(bench, { days, runsPerDay });
  await growLog(bench, `${days} days`, async (eventLog) => {
    const { runs } = await simulateMonth(eventLog, month);
    bench.say(`  ${runs} runs`);
  });
  const { get, post } = await bench.caller();
  const [start, end] = [month.start, Date.now()].map((moment) => new Date(moment).toISOString());
  const query = `start=${start}&end=${end}&timeZone=Europe/Berlin`;
  const { all } = await get<TestRunInfo>(`/test-runs/test-run-info?${query}`);
  bench.say(`  ${all.runs} of them finished`);
  const calls: [what: string, read: () => Promise<unknown>][] = [
    ['runs per day', () => get(`/test-runs/test-run-info?${query}`)],
    ['runs per day of one project', () => get(`/test-runs/test-run-info?${query}&projectId=${month.web}`)],
    ['results per day', () => get(`/test-runs/test-info?${query}`)],
    ['flaky tests', () => get(`/test-runs/flaky-test-info?${query}`)],
    ['slower tests', () => get(`/test-runs/slower-test-info?${query}`)],
    ['usage of twelve months', () => get('/account/execution?timeZone=Europe/Berlin')],
    ['insights', () => get('/insight')],
    [
      'quarantine preview of one project',
      () => get(`/projects/${month.web}/quarantine-preview?days=90&timeZone=Europe/Berlin`),
    ],
    ['a query over the newest results', () => post('/tql', { tql: 'status = fail and not quarantined' })],
  ];
  const figures: Figure[] = [];
  for (const [what, read] of calls) {
    figures.push({
      name: `${what}, of ${days} days with ${all.runs.toLocaleString('en')} runs`,
      unit: 'ms',
      ...(await timedInTurns(read, () => get('/users/me'), { samples, warmUps })),
      floorIs: 'a call for one document',
      aim: 50,
      aimIsTail: true,
    });
  }
  return figures;
}
