import { randomUUID } from 'node:crypto';
import type { Assignment } from '@assay/contract';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import type { Figure } from './figures.ts';
import { type HonestAgent, joinAgent, madeUpTests } from './honestAgent.ts';
import { processorTimeBetween, processorTimes } from './processorTime.ts';
import { median, timed } from './samples.ts';
import { startRun } from './startRun.ts';
import { startStore } from './storeProcess.ts';
import type { Workbench } from './workbench.ts';

/** Together as many as a project may have runners. */
const agents = 10;
const placesEach = 3;
/** A file each, so that each can be a unit; a run has 2,000 units at most. */
const testCount = 1_900;
const rounds = 3;
const lookMs = 50;

type Claim = { agent: HonestAgent; unit: Assignment };

/** Every agent asks for work for all of its places again and again, until nobody is given any more. */
async function claimAll(joined: readonly HonestAgent[], units: number): Promise<Claim[]> {
  const claims: Claim[] = [];
  const slots = Array.from({ length: placesEach }, (_, slot) => slot);
  const ask = async (agent: HonestAgent) => {
    while (claims.length < units) {
      for (const unit of await agent.claimReady(slots)) claims.push({ agent, unit });
    }
  };
  await Promise.all(joined.map(ask));
  return claims;
}

/**
 * What the log says decides: each lease was handed out once, and its stream begins with the claim of the one who has it.
 * @throws when a unit was given to two, to nobody, or to another than the log says.
 */
async function requireNoDuplicate(bench: Workbench, claims: readonly Claim[], units: number): Promise<void> {
  const leases = new Set(claims.map(({ unit }) => unit.leaseId));
  const tests = new Set(claims.flatMap(({ unit }) => unit.tests.map(({ testId }) => testId)));
  if (leases.size !== claims.length || leases.size !== units || tests.size !== testCount) {
    throw new Error(`${claims.length} claims, ${leases.size} leases, ${units} units, ${tests.size} tests`);
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

/** One change of a row and one event for each unit, by as many at once as agents ask; nothing between. @returns ms */
async function measureFloor(units: number): Promise<number> {
  const [events, mongo] = await Promise.all([startStore('eventstore'), startStore('mongo')]);
  const [client, store] = [new MongoClient(mongo.url), EventStoreDBClient.connectionString(events.url)];
  try {
    const rows = client.db('floor').collection<{ _id: number; state: string }>('units');
    await rows.createIndex({ state: 1 });
    await rows.insertMany(Array.from({ length: units }, (_, _id) => ({ _id, state: 'ready' })));
    const claim = async () => {
      for (;;) {
        const row = await rows.findOneAndUpdate({ state: 'ready' }, { $set: { state: 'claimed' } });
        if (!row) return;
        const event = jsonEvent({ type: 'Claimed', data: { unit: row._id, by: randomUUID() } });
        await store.appendToStream(`unit-${row._id}`, event, { expectedRevision: NO_STREAM });
      }
    };
    return await timed(() => Promise.all(Array.from({ length: agents }, claim)));
  } finally {
    await Promise.all([client.close(), store.dispose()]);
    await Promise.all([events.stop(), mongo.stop()]);
  }
}

/** Units that agents are given in a second, each claim in the log before its agent hears of it. */
export async function measureClaims(bench: Workbench): Promise<Figure[]> {
  const caller = await bench.caller();
  const [measured, floors]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    const joined = await Promise.all(Array.from({ length: agents }, () => joinAgent(bench, placesEach)));
    try {
      const [first] = joined;
      if (!first) throw new Error('there is an agent');
      const runId = await startRun(bench, first, madeUpTests(testCount, testCount), agents * placesEach);
      const units = await offeredUnits(bench, runId);
      let claims: Claim[] = [];
      const before = await processorTimes(await bench.pids());
      const took = await timed(async () => {
        claims = await claimAll(joined, units);
      });
      const after = await processorTimes(await bench.pids());
      await requireNoDuplicate(bench, claims, units);
      await caller.call('PATCH', `/test-runs/${runId}`, { status: 'CANCELED' });
      measured.push(claims.length / (took / 1000));
      floors.push(units / ((await measureFloor(units)) / 1000));
      const [rate = 0, floor = 0] = [measured.at(-1), floors.at(-1)];
      bench.say(`  ${units} units, ${Math.round(rate)} claims/s; the stores alone ${Math.round(floor)}`);
      bench.say(`  processor time: ${processorTimeBetween(before, after)}`);
    } finally {
      for (const agent of joined) agent.leave();
    }
  }
  return [
    {
      name: `units claimed by ${agents} agents of ${placesEach} places, none twice`,
      unit: 'claims/s',
      measured: median(measured),
      floor: median(floors),
      floorIs: 'a row changed and an event appended for each, by as many at once',
      aim: 1_000,
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
