import { type Assignment, agentProtocol, type CommandAnswer } from '@assay/contract';
import { END, eventTypeFilter, type JSONEventType } from '@eventstore/db-client';
import { pause, uploadFailures } from './failures.ts';
import type { Figure } from './figures.ts';
import { type HonestAgent, joinAgent, madeUpTests } from './honestAgent.ts';
import { finished, started } from './madeUpEvents.ts';
import { medianAndTail } from './samples.ts';
import { startRun } from './startRun.ts';
import { untilQuiet } from './untilQuiet.ts';
import type { Workbench } from './workbench.ts';

const resultsPerSecond = 1_000;
const runners = 8;
/** More work than there is time for. */
const tests = { count: 100_000, files: 1_000 };
const rounds = 200;
const patienceMs = 60_000;

type Told = JSONEventType<string, { testRunId: string }>;

/** When a run ended, and when an alert had made something of it; in milliseconds as the log's subscribers see them. */
async function watch(bench: Workbench) {
  const ended = new Map<string, number>();
  const tookMs = new Map<string, number>();
  const client = await bench.events();
  const filter = eventTypeFilter({ prefixes: ['TestRunFinished', 'AlertRaised'] });
  const subscription = client.subscribeToAll({ fromPosition: END, filter });
  subscription.on('data', ({ event }) => {
    if (!event?.isJson) return;
    const { testRunId } = event.data as Told['data'];
    if (event.type === 'TestRunFinished') ended.set(testRunId, performance.now());
    const since = ended.get(testRunId);
    if (event.type === 'AlertRaised' && since !== undefined) tookMs.set(testRunId, performance.now() - since);
  });
  return { tookMs, stop: () => subscription.unsubscribe() };
}

/** Runs tests at an even rate, which several slots share. */
async function keepPosting(bench: Workbench): Promise<{ stop(): Promise<number> }> {
  const agent: HonestAgent = await joinAgent(bench, runners);
  const id = await startRun(bench, agent, madeUpTests(tests.count, tests.files), runners);
  const inPost = agentProtocol.eventsInPost / 2;
  const stopping = new AbortController();
  const { signal } = stopping;
  let began = 0;
  let sent = 0;
  const run = async (unit: Assignment): Promise<void> => {
    for (let from = 0; from < unit.tests.length && !signal.aborted; from += inPost) {
      const some = unit.tests.slice(from, from + inPost);
      began ||= performance.now();
      const due = began + (sent / resultsPerSecond) * 1_000;
      sent += some.length;
      await pause(Math.max(0, due - performance.now()));
      const events = some.flatMap(({ testId }, index) => [started(testId), finished(testId, from + index)]);
      await agent.post(unit, events);
    }
    if (!signal.aborted) await agent.post(unit, [{ type: 'unitCompleted', problem: null }]);
  };
  const work = async (slot: number): Promise<void> => {
    for (let unit = await agent.claim(slot); unit && !signal.aborted; unit = await agent.claim(slot)) await run(unit);
  };
  const working = Promise.all(Array.from({ length: runners }, (_, slot) => work(slot)));
  working.catch((error) => {
    if (!signal.aborted) bench.say(`  the agent failed: ${error}`);
  });
  while (sent < resultsPerSecond && !signal.aborted) await pause(100);
  return {
    stop: async () => {
      const rate = sent / ((performance.now() - began) / 1_000);
      stopping.abort();
      agent.leave();
      await working.catch(() => undefined);
      await (await bench.caller()).call('PATCH', `/test-runs/${id}`, { status: 'CANCELED' });
      return rate;
    },
  };
}

/** A failure on a branch of its own is news to the alert. @returns how long each took, in ms */
async function measureRounds(bench: Workbench, of: string): Promise<number[]> {
  const seen = await watch(bench);
  try {
    const ids = await uploadFailures(bench, of, rounds);
    const until = performance.now() + patienceMs;
    while (!ids.every((id) => seen.tookMs.has(id))) {
      if (performance.now() > until) throw new Error('the alert has not looked at every run');
      await pause(50);
    }
    return ids.map((id) => seen.tookMs.get(id) ?? Number.NaN);
  } finally {
    await seen.stop();
  }
}

/** From the fact that a run has ended to the fact that an alert is raised, alone and beside results of runners. */
export async function measureAlerts(bench: Workbench): Promise<Figure[]> {
  const caller = await bench.caller();
  await bench.project();
  const alert = { eventType: 'TESTRUN_FAIL', actionType: 'SEND_SLACK', destination: '#bench' };
  await caller.post<CommandAnswer>('/alerts', alert);
  bench.say('  alone');
  const alone = await measureRounds(bench, 'alone');
  bench.say(`  beside ${resultsPerSecond} results/s`);
  const busy = await keepPosting(bench);
  let rate = 0;
  const beside = await measureRounds(bench, 'beside').finally(async () => {
    rate = await busy.stop();
  });
  bench.say(`  ${Math.round(rate)} results/s were posted meanwhile`);
  await untilQuiet(bench);
  return [
    {
      name: `an alert raised after the run has ended, beside ${Math.round(rate)} results/s`,
      unit: 'ms',
      measured: medianAndTail(beside),
      floor: medianAndTail(alone),
      floorIs: 'the same with nothing else going on',
      aim: 50,
      aimIsTail: true,
    },
  ];
}
