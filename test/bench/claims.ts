import { type Claim, type ClaimAll, claimAsAgentsDo, claimEachForItself } from './claimAll.ts';
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
/** Number of concurrent runs, each with as many runners as a project may have. */
const runs = 8;
const runners = 30;
/** Tests of each run, which are cut into about 300 units. */
const testCount = 1_900;
/** Rounds of each way to claim, after a warm-up round that does not count. */
const rounds = 3;
const lookMs = 50;

/** Starts the runs and lists their tests. @returns how many units can be claimed now */
async function offerRuns(bench: Workbench, joined: readonly HonestAgent[]): Promise<{ ids: string[]; units: number }> {
  const ids: string[] = [];
  for (let run = 0; run < runs; run++) ids.push(await createRun(bench, runners));
  // All set-ups are taken before the first list is sent: an agent that waits for a set-up must not get tests.
  const setUps = await Promise.all(
    joined.slice(0, runs).map(async (agent) => ({ agent, setUp: await agent.takeSetUp() })),
  );
  const tests = madeUpTests(testCount, testCount);
  for (const { agent, setUp } of setUps) await agent.list(setUp, tests);
  const units = await Promise.all(ids.map((id) => offeredUnits(bench, id)));
  return { ids, units: units.reduce((sum, one) => sum + one, 0) };
}

/**
 * Checks against the log: each lease was handed out once, and its stream begins with the claim of the agent that has
 * it. Leases that nobody renews may have expired since.
 * @throws when two agents got one unit, or another agent than the log says.
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
    const facts: { type: string; by: unknown }[] = [];
    for await (const { event } of client.readStream(`workUnit-${unit.leaseId}`)) {
      if (event) facts.push({ type: event.type, by: Object(event.data).agentId });
    }
    const [first, ...later] = facts;
    const isClaim = first?.type === 'WorkUnitClaimed' && first.by === agent.agentId;
    if (!isClaim || later.some(({ type }) => type !== 'WorkUnitLost')) {
      throw new Error(`${unit.leaseId} was given to ${agent.agentId}; the log says ${JSON.stringify(facts)}`);
    }
  }
}

/** The ways to claim, and their names. */
const ways: readonly { who: string; claimAll: ClaimAll }[] = [
  { who: `${agents} agents with ${placesEach} places each, asking as agents do`, claimAll: claimAsAgentsDo },
  { who: `${agents * placesEach} places, each asking for itself`, claimAll: claimEachForItself },
];

type Measured = { rate: number; floor: number; latencies: number[] };

async function measureRound(bench: Workbench, claimAll: ClaimAll): Promise<Measured> {
  const caller = await bench.caller();
  const joined = await Promise.all(Array.from({ length: agents }, () => joinAgent(bench, placesEach)));
  try {
    const { ids, units } = await offerRuns(bench, joined);
    await untilQuiet(bench);
    const pids = { ...(await bench.pids()), 'the bench itself': process.pid };
    const before = await processorTimes(pids);
    const { claims, tookMs, latencies } = await claimAll(joined, placesEach, units);
    const used = processorTimeBetween(before, await processorTimes(pids));
    await requireNoDuplicate(bench, claims);
    const leases = claims.map(({ unit }) => unit.leaseId);
    const floorMs = await measureClaimsFloor(await claimFacts(bench, leases), agents * placesEach);
    for (const id of ids) await caller.call('PATCH', `/test-runs/${id}`, { status: 'CANCELED' });
    await untilQuiet(bench);
    const [rate, floor] = [claims.length / (tookMs / 1000), claims.length / (floorMs / 1000)];
    const { p50, p99 = p50 } = medianAndTail(latencies);
    bench.say(`    ${claims.length} of ${units} units, ${Math.round(rate)}/s; appends alone ${Math.round(floor)}/s`);
    bench.say(`    a claim took ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)}; processor time: ${used}`);
    return { rate, floor, latencies };
  } finally {
    for (const agent of joined) agent.leave();
  }
}

/** Units claimed per second, each claim in the log before its agent gets it. */
export async function measureClaims(bench: Workbench): Promise<Figure[]> {
  const measured = ways.map((): Measured[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [way, { who, claimAll }] of ways.entries()) {
      bench.say(`  ${who}${round === 0 ? ' (warming up)' : ''}`);
      const one = await measureRound(bench, claimAll);
      if (round > 0) measured[way]?.push(one);
    }
  }
  return ways.flatMap(({ who }, way): Figure[] => {
    const ofWay = measured[way] ?? [];
    return [
      {
        name: `units claimed by ${who}, none twice`,
        unit: 'claims/s',
        measured: median(ofWay.map(({ rate }) => rate)),
        floor: median(ofWay.map(({ floor }) => floor)),
        floorIs: 'the same facts appended by as many at once, and nothing else',
        aim: 1_000,
      },
      {
        name: `one claim, from question to answer, by ${who}`,
        unit: 'ms',
        measured: medianAndTail(ofWay.flatMap(({ latencies }) => latencies)),
        floor: null,
        floorIs: '',
      },
    ];
  });
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
