import { type Assignment, agentProtocol } from '@assay/contract';
import { claimFacts, measureClaimsFloor } from './claimsFloor.ts';
import type { Figure } from './figures.ts';
import { type HonestAgent, joinAgent, madeUpTests } from './honestAgent.ts';
import { processorTimeBetween, processorTimes } from './processorTime.ts';
import { median, medianAndTail } from './samples.ts';
import { createRun } from './startRun.ts';
import { untilQuiet } from './untilQuiet.ts';
import type { Workbench } from './workbench.ts';

const agents = 16;
const placesEach = 4;
/** Of so many runs at once, each with as many runners as a project may have. */
const runs = 8;
const runners = 30;
/** Of each run: what is cut into some 300 units. */
const testCount = 1_900;
/** The first one warms everything up and does not count. */
const rounds = 4;
const longestRoundMs = (agentProtocol.leaseSeconds - 4) * 1000;
const lookMs = 50;

type Claim = { agent: HonestAgent; unit: Assignment };
type Round = { claims: Claim[]; tookMs: number; latencies: number[] };

/** Starts the runs and lists their tests. @returns how many units can be claimed now */
async function offerRuns(bench: Workbench, joined: readonly HonestAgent[]): Promise<{ ids: string[]; units: number }> {
  const ids: string[] = [];
  for (let run = 0; run < runs; run++) ids.push(await createRun(bench, runners));
  // All set-ups are taken before the first list: who waits for a set-up must not be given tests.
  const setUps = await Promise.all(
    joined.slice(0, runs).map(async (agent) => ({ agent, setUp: await agent.takeSetUp() })),
  );
  const tests = madeUpTests(testCount, testCount);
  for (const { agent, setUp } of setUps) await agent.list(setUp, tests);
  const units = await Promise.all(ids.map((id) => offeredUnits(bench, id)));
  return { ids, units: units.reduce((sum, one) => sum + one, 0) };
}

/**
 * Every place of every agent asks for itself, again and again, as a runner does, until all units are given away. Nothing
 * is done of them, and only the newest lease of a place is renewed: a round ends before the first one lapses.
 */
async function claimAll(joined: readonly HonestAgent[], units: number): Promise<Round> {
  const claims: Claim[] = [];
  const latencies: number[] = [];
  const began = performance.now();
  const isOver = () => claims.length >= units || performance.now() - began > longestRoundMs;
  const ask = async (agent: HonestAgent, slot: number) => {
    let last: Assignment | null = null;
    while (!isOver()) {
      const asked = performance.now();
      const [unit] = await agent.claimReady([slot]);
      if (!unit) continue;
      latencies.push(performance.now() - asked);
      claims.push({ agent, unit });
      if (last) agent.drop(last);
      last = unit;
    }
  };
  await Promise.all(joined.flatMap((agent) => Array.from({ length: placesEach }, (_, slot) => ask(agent, slot))));
  return { claims, tookMs: performance.now() - began, latencies };
}

/**
 * What the log says decides: each lease was handed out once, and its stream begins with the claim of the one who has it.
 * @throws when a unit was given to two, or to another than the log says.
 */
async function requireNoDuplicate(bench: Workbench, claims: readonly Claim[]): Promise<void> {
  const leases = new Set(claims.map(({ unit }) => unit.leaseId));
  const tests = claims.flatMap(({ unit }) => unit.tests.map(({ testId }) => `${unit.run.testRunId} ${testId}`));
  if (leases.size !== claims.length || new Set(tests).size !== tests.length) {
    throw new Error(
      `${claims.length} claims, ${leases.size} leases, ${tests.length} tests, ${new Set(tests).size} of them different`,
    );
  }
  const client = await bench.events();
  for (const { agent, unit } of claims) {
    const types: string[] = [];
    let holder: unknown = null;
    for await (const { event } of client.readStream(`workUnit-${unit.leaseId}`)) {
      if (!event) continue;
      types.push(event.type);
      holder = Object(event.data).agentId;
    }
    if (types.length !== 1 || types[0] !== 'WorkUnitClaimed' || holder !== agent.agentId) {
      throw new Error(`${unit.leaseId} was given to ${agent.agentId}; the log says ${types.join(', ')} by ${holder}`);
    }
  }
}

/** Units that runners are given in a second, each claim in the log before its agent hears of it. */
export async function measureClaims(bench: Workbench): Promise<Figure[]> {
  const caller = await bench.caller();
  const [measured, floors, latencies]: [number[], number[], number[]] = [[], [], []];
  for (let round = 1; round <= rounds; round++) {
    const joined = await Promise.all(Array.from({ length: agents }, () => joinAgent(bench, placesEach)));
    try {
      const { ids, units } = await offerRuns(bench, joined);
      await untilQuiet(bench);
      const before = await processorTimes(await bench.pids());
      const { claims, tookMs, latencies: ofRound } = await claimAll(joined, units);
      const after = await processorTimes(await bench.pids());
      await requireNoDuplicate(bench, claims);
      const facts = await claimFacts(
        bench,
        claims.map(({ unit }) => unit.leaseId),
      );
      for (const id of ids) await caller.call('PATCH', `/test-runs/${id}`, { status: 'CANCELED' });
      await untilQuiet(bench);
      const rate = claims.length / (tookMs / 1000);
      const floor = claims.length / ((await measureClaimsFloor(facts, agents * placesEach)) / 1000);
      const { p50, p99 = p50 } = medianAndTail(ofRound);
      const counts = round > 1;
      bench.say(
        `  ${counts ? '' : 'warming up: '}${claims.length} of ${units} units, ${Math.round(rate)} claims/s; appends alone ${Math.round(floor)}`,
      );
      bench.say(`  a claim took ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)}`);
      bench.say(`  processor time: ${processorTimeBetween(before, after)}`);
      if (!counts) continue;
      measured.push(rate);
      floors.push(floor);
      latencies.push(...ofRound);
    } finally {
      for (const agent of joined) agent.leave();
    }
  }
  const who = `${agents * placesEach} runners of ${agents} agents, ${runs} runs`;
  return [
    {
      name: `units claimed by ${who}, none twice`,
      unit: 'claims/s',
      measured: median(measured),
      floor: median(floors),
      floorIs: 'the same facts appended by as many at once, and nothing else',
      aim: 1_000,
    },
    {
      name: `one claim, from question to answer, by ${who}`,
      unit: 'ms',
      measured: medianAndTail(latencies),
      floor: null,
      floorIs: '',
    },
  ];
}

/** @returns how many units the run was cut into, once all of them can be claimed */
async function offeredUnits(bench: Workbench, runId: string): Promise<number> {
  const client = await bench.events();
  const offered = (await bench.readModels()).client.db('assay_ops').collection('workUnits');
  for (;;) {
    let [units, whole] = [0, false];
    for await (const { event } of client.readStream(`testRun-${runId}`)) {
      if (event?.type !== 'WorkUnitsPlanned') continue;
      const planned: { units: unknown[]; complete: boolean } = Object(event.data);
      units += planned.units.length;
      whole = planned.complete;
    }
    if (whole && (await offered.countDocuments({ testRunId: runId, kind: 'tests', state: 'ready' })) === units)
      return units;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}
