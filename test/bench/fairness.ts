import type { CommandAnswer, TestResultsPage, TestRunPage, TestRunView } from '@assay/contract';
import type { Figure } from './figures.ts';
import { type HonestAgent, joinAgent, madeUpTests } from './honestAgent.ts';
import { runUnit } from './runUnit.ts';
import { medianAndTail, timed } from './samples.ts';
import { openSecondAccount, type SecondAccount } from './secondAccount.ts';
import { createRun } from './startRun.ts';
import { untilQuiet } from './untilQuiet.ts';
import { reportOf, upload } from './upload.ts';
import type { Workbench } from './workbench.ts';

const uploaded = 200_000;
const runners = 8;
/** The other runs of the busy account: more work than there is time for. */
const runs = { count: 12, tests: 20_000, files: 400 };
/** What the second account uploads at a time; a report has 50 tests in a suite. */
const small = 50;
const rounds = 100;
const warmUps = 3;
/** Rounds that take too long end early: there is less to tell apart then. */
const maxMs = 120_000;
/** What was uploaded meanwhile is worked off for some minutes. */
const restMs = 900_000;
const listsInRound = 5;
/** A round that takes longer is told, besides each tenth. */
const slowMs = 1_000;
const page = 10;

/** Milliseconds of what one account does. */
type Latencies = { readable: number[]; claimed: number[]; listed: number[] };

/** The last test is read as well as the verdict. */
async function uploadAndRead(bench: Workbench, { caller, project }: SecondAccount, round: number): Promise<void> {
  const { id, position } = await upload(bench, caller, project, reportOf(small, round));
  const seen = { 'Min-Position': position };
  for (;;) {
    const { body: run } = await caller.call<TestRunView>('GET', `/test-runs/${id}`, undefined, seen);
    const results = `/test-runs/${id}/results?offset=${small - 1}&limit=1`;
    const { body: last } = await caller.call<TestResultsPage>('GET', results, undefined, seen);
    if (run.status === 'FAIL' && last.tests.length === 1) return;
  }
}

/** A service that is behind says so, and any client then asks again: that counts as time. */
async function requestRun({ call }: SecondAccount['caller'], order: object): Promise<string> {
  for (;;) {
    const { status, body } = await call<CommandAnswer>('POST', '/test-runs', order);
    if (status === 201) return body.id;
    if (status !== 503) throw new Error(`a run was refused: ${status} ${JSON.stringify(body)}`);
  }
}

/** From the request until an agent has its set-up, which then fails. */
async function startAndClaim(say: Workbench['say'], { caller }: SecondAccount, agent: HonestAgent): Promise<number> {
  const began = performance.now();
  const order = { project: 'small', environment: 'small', runners: 1 };
  const requested = requestRun(caller, order).then((id) => ({ id, afterMs: performance.now() - began }));
  const [setUp, { id, afterMs }] = await Promise.all([agent.takeSetUp(), requested]);
  const tookMs = performance.now() - began;
  if (tookMs > slowMs) say(`    requested after ${afterMs.toFixed(0)} ms, claimed after ${tookMs.toFixed(0)} ms`);
  if (setUp.run.testRunId !== id) throw new Error('another run was handed out');
  await agent.post(setUp, [
    { type: 'unitCompleted', problem: { code: 'bench', message: 'It was only to be claimed.' } },
  ]);
  return tookMs;
}

async function measureRounds(bench: Workbench, second: SecondAccount, agent: HonestAgent): Promise<Latencies> {
  const latencies: Latencies = { readable: [], claimed: [], listed: [] };
  const until = performance.now() + maxMs;
  for (let round = -warmUps; round < rounds && (round < 1 || performance.now() < until); round++) {
    const readable = await timed(() => uploadAndRead(bench, second, round));
    const claimed = await startAndClaim(bench.say, second, agent);
    const listed: number[] = [];
    for (let list = 0; list < listsInRound; list++) {
      listed.push(await timed(() => second.caller.get<TestRunPage>(`/test-runs?limit=${page}`)));
    }
    if (round < 0) continue;
    latencies.readable.push(readable);
    latencies.claimed.push(claimed);
    latencies.listed.push(...listed);
    if (round % 10 === 0 || readable + claimed > slowMs)
      bench.say(`    round ${round}: readable ${readable.toFixed(0)} ms, claimed ${claimed.toFixed(0)} ms`);
  }
  return latencies;
}

/** One account uploads one large report after another and runs tests on all its runners, until it is stopped. */
async function keepBusy(bench: Workbench): Promise<{ stop(): Promise<void> }> {
  const caller = await bench.caller();
  const project = await bench.project();
  const { token } = await caller.post<{ token: string }>('/agent-tokens', { name: 'busy' });
  const agent = await joinAgent(bench, runners, token);
  const stopping = new AbortController();
  const { signal } = stopping;
  const counts = { uploads: 0, results: 0 };
  const report = reportOf(uploaded, 0);
  const unlessStopped = (error: unknown) => {
    if (!signal.aborted) throw error;
  };

  const uploading = (async () => {
    while (!signal.aborted) {
      await upload(bench, caller, project, report, signal);
      counts.uploads += 1;
    }
  })().catch(unlessStopped);
  const ids: string[] = [];
  for (let run = 0; run < runs.count; run++) ids.push(await createRun(bench, runners));
  const tests = madeUpTests(runs.tests, runs.files);
  const work = async (slot: number): Promise<void> => {
    for (let unit = await agent.claim(slot); unit && !signal.aborted; unit = await agent.claim(slot)) {
      if (unit.kind === 'setup') await agent.list(unit, tests);
      else await runUnit(agent, unit);
      counts.results += unit.tests.length;
    }
  };
  const working = Promise.all(Array.from({ length: runners }, (_, slot) => work(slot))).catch(unlessStopped);
  const failed = Promise.all([uploading, working]);
  failed.catch((error) => bench.say(`  the busy account failed: ${error}`));

  return {
    stop: async () => {
      stopping.abort();
      agent.leave();
      await failed;
      bench.say(`  meanwhile ${counts.uploads} uploads and ${counts.results} results of runners`);
      for (const id of ids) await caller.call('PATCH', `/test-runs/${id}`, { status: 'CANCELED' });
    },
  };
}

/** What one account notices of another that works as hard as it can: its small uploads, its runs, its list. */
export async function measureFairness(bench: Workbench): Promise<Figure[]> {
  const second = await openSecondAccount(bench);
  const { token } = await second.caller.post<{ token: string }>('/agent-tokens', { name: 'small' });
  const agent = await joinAgent(bench, 1, token);
  try {
    bench.say('  alone');
    const alone = await measureRounds(bench, second, agent);
    bench.say(`  beside uploads of ${uploaded} results and ${runners} runners`);
    const busy = await keepBusy(bench);
    const beside = await measureRounds(bench, second, agent).finally(() => busy.stop());
    for (const [of, samples] of Object.entries(beside)) {
      const { p50, p99 = p50 } = medianAndTail(samples);
      bench.say(`  ${of} after ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${samples.length} times`);
    }
    await untilQuiet(bench, restMs);
    const figure = (name: string, of: keyof Latencies, aim: number): Figure => ({
      name: `${name}, beside ${uploaded.toLocaleString('en')} results uploaded and ${runners} runners of another account`,
      unit: 'ms',
      measured: medianAndTail(beside[of]),
      floor: medianAndTail(alone[of]),
      floorIs: 'the same with nothing else going on',
      aim,
      aimIsTail: true,
    });
    return [
      figure(`${small} results uploaded until readable`, 'readable', 2_000),
      figure('a run requested until its set-up is claimed', 'claimed', 1_000),
      figure('first page of the list of runs', 'listed', 20),
    ];
  } finally {
    agent.leave();
  }
}
