import type { TestRunView, TriggerSlotView, TriggerView } from '@assay/contract';
import { EventStoreDBClient, eventTypeFilter, FORWARDS, START } from '@eventstore/db-client';
import { type BuiltProcess, startBuilt } from '../support/builtProcess.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { type ReceivingServer, receivingServer } from '../support/receivingServer.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests } from '../support/steadyTests.ts';
import { alertOnFailure, allSent, messageIdOf, reportFailure } from './alertOnFailure.ts';
import { type GatePlan, makeGatePlan } from './gatePlan.ts';

const settings = { ASSAY_ALLOW_LOCAL_TARGETS: '127.0.0.1' };
const minuteMs = 60_000;
/** So many that a look at them is interrupted in its middle. */
const triggersOfMinute = 12;
const overlaps = ['cancel', 'skip', 'queue', 'allow'] as const;
/** Time to make the triggers of a minute before it begins. */
const aheadMs = 15_000;

let repository: SteadyTests;
let installation: Installation;
let events: EventStoreDBClient;
let receiver: ReceivingServer;
let caller: Caller;
let plan: GatePlan;
let ci: string;
let shop: string;
let nightly: string;
const others: BuiltProcess[] = [];

beforeAll(async () => {
  [repository, receiver] = await Promise.all([makeSteadyTests(), receivingServer()]);
  installation = await startInstallation({ env: settings });
  caller = await signIn(installation.url, admin);
  events = EventStoreDBClient.connectionString((await installation.stores()).eventStoreUrl);
  plan = await makeGatePlan(caller, repository);
  ci = await createEnvironment(caller, { key: 'ci', name: 'CI' });
  const project = { gitUrl: '/nowhere', testingFramework: 'Playwright' } as const;
  shop = await createProject(caller, { ...project, key: 'shop', name: 'Shop' });
  nightly = await createProject(caller, { ...project, key: 'nightly', name: 'Nightly' });
});
afterAll(async () => {
  await repository.letGo();
  await events.dispose();
  await Promise.all(others.map((one) => one.stop()));
  await installation.stop();
  await installation.remove();
  await Promise.all([repository.remove(), receiver.stop()]);
});

/** Another automation on the same stores, which waits for the lease. */
async function startAnother(): Promise<BuiltProcess> {
  const { eventStoreUrl, mongoUrl } = await installation.stores();
  const stores = { EVENTSTORE_URL: eventStoreUrl, MONGODB_URL: mongoUrl, ASSAY_DATA_DIR: installation.dataDir };
  const env = { ...stores, ...settings, ASSAY_PUBLIC_URL: installation.url, LOG_LEVEL: 'info' };
  const another = startBuilt('automation', [], { env, ready: /^automation running$/ });
  others.push(another);
  await eventually(() => another.lines.some((line) => line.includes('another process holds the lease')));
  return another;
}

const started = () => ({ projectId: nightly, environmentId: ci, branch: 'main' });

/** Makes triggers of all rules about overlaps that are due at one and the same minute, soon. @returns when */
async function triggersDueSoon(): Promise<string> {
  const dueAt = new Date(Math.ceil((Date.now() + aheadMs) / minuteMs) * minuteMs);
  const cron = `${dueAt.getUTCMinutes()} ${dueAt.getUTCHours()} * * *`;
  const make = (_: unknown, index: number) => {
    const overlap = overlaps[index % overlaps.length];
    const name = `${overlap} at ${dueAt.toISOString()}, ${index}`;
    return caller.post('/triggers', { name, type: 'interval', ...started(), cron, overlap });
  };
  await Promise.all(Array.from({ length: triggersOfMinute }, make));
  return dueAt.toISOString();
}

/** Does something the moment the first trigger of a minute has fired: the others are being looked at. */
async function atFirstOf(dueAt: string, act: () => void): Promise<void> {
  const filter = eventTypeFilter({ prefixes: ['TriggerSlotFired'] });
  // From the beginning: it may have fired before anybody listens.
  for await (const { event } of events.subscribeToAll({ fromPosition: START, filter })) {
    if (!event?.isJson || (event.data as { dueAt?: string }).dueAt !== dueAt) continue;
    act();
    return;
  }
}

async function deploy(key: string): Promise<void> {
  await eventually(async () => {
    const body = { environment: 'ci', branch: 'main' };
    const { status } = await caller.call('POST', `/projects/${shop}/deploys`, body, { 'idempotency-key': key });
    return status === 201;
  });
}

/** @returns the streams of all facts of a type, one for each fact */
async function streamsOf(type: string): Promise<string[]> {
  const streams: string[] = [];
  for await (const { event } of events.readAll({ direction: FORWARDS, fromPosition: START })) {
    if (event?.type === type) streams.push(event.streamId);
  }
  return streams;
}

/** @returns what became of the occasions of all triggers of a type */
async function slotsOf(type: string): Promise<TriggerSlotView[]> {
  const triggers = await caller.get<TriggerView[]>('/triggers');
  return triggers.filter((trigger) => trigger.type === type).flatMap(({ slots }) => slots);
}

/** Asserts that every slot that fired has a run of its own, and that nothing has canceled it. */
async function expectOneRunEach(slots: readonly TriggerSlotView[]): Promise<void> {
  const runs = slots.map(({ testRun }) => testRun?.id);
  expect(new Set(runs).size).toBe(slots.length);
  for (const id of runs) expect((await caller.get<TestRunView>(`/test-runs/${id}`)).status).not.toBe('CANCELED');
}

describe('two automations on one installation', () => {
  it('fire, start and tell everything once, one frozen beyond its lease and let go on, one killed', async () => {
    const hook = await alertOnFailure(caller, 'TRIGGER_WEBHOOK', `${receiver.url}/hook`, shop);
    const onDeploy = { deployedProjectIds: [shop], settleSeconds: 0, overlap: 'allow' };
    await caller.post('/triggers', { name: 'Deployed', type: 'deploy', ...started(), ...onDeploy });
    const branches = ['held', 'whileFrozen', 'letGoOn', 'killed', 'frozenAgain', 'afterwards'] as const;
    const [held, whileFrozen, letGoOn, killed, frozenAgain, afterwards] = branches;
    const ended = () => installation.lines.filter((line) => /^automation ended with code 1/.test(line)).length;

    // 1. The first one is frozen while a plan runs and a message is under way, and the second one takes over. Let go on,
    //    the first one learns that it has lost its lease, and starts again.
    const first = await installation.pidOf('automation');
    const second = await startAnother();
    await repository.hold();
    await plan.deploy('release');
    const planRun = await plan.nextRun();
    await plan.underWay(planRun);
    receiver.reply = () => null;
    await reportFailure(caller, held);
    await eventually(() => receiver.received.length > 0);
    process.kill(first, 'SIGSTOP');
    receiver.reply = () => ({ status: 200 });
    await Promise.all([deploy('one'), deploy('two'), reportFailure(caller, whileFrozen)]);
    await second.ready;
    await allSent(caller, hook, 2);
    process.kill(first, 'SIGCONT');
    await reportFailure(caller, letGoOn);
    await eventually(() => ended() === 1);

    // 2. The second one is killed while it fires triggers.
    const firstMinute = await triggersDueSoon();
    await atFirstOf(firstMinute, () => process.kill(second.pid, 'SIGKILL'));
    await Promise.all([deploy('three'), reportFailure(caller, killed), repository.letGo()]);
    await eventually(() => installation.lines.includes('automation is back'));

    // 3. The first one is frozen while it fires triggers, and let go on with them after a third one has taken over.
    const again = await installation.pidOf('automation');
    const third = await startAnother();
    const secondMinute = await triggersDueSoon();
    await atFirstOf(secondMinute, () => process.kill(again, 'SIGSTOP'));
    await Promise.all([deploy('four'), reportFailure(caller, frozenAgain)]);
    await third.ready;
    process.kill(again, 'SIGCONT');
    await eventually(() => ended() === 2);
    await reportFailure(caller, afterwards);

    // 4. Every occasion was decided once, and each has its one run.
    await plan.expectEnd(planRun);
    const onTime = await eventually(async () => {
      const slots = await slotsOf('interval');
      return slots.length === 2 * triggersOfMinute && slots.every(({ testRun }) => testRun) ? slots : null;
    });
    expect(onTime.map(({ outcome }) => outcome)).toEqual(onTime.map(() => 'fired'));
    await expectOneRunEach(onTime);
    // A deploy that another one follows at once leaves it to that one.
    const deployed = await eventually(async () => {
      const slots = await slotsOf('deploy');
      const isDecided = slots.every(({ testRun, outcome }) => testRun || outcome === 'superseded');
      return slots.length === 4 && isDecided ? slots.filter(({ testRun }) => testRun) : null;
    });
    expect(deployed.length).toBeGreaterThan(0);
    await expectOneRunEach(deployed);
    const fired = await streamsOf('TriggerSlotFired');
    expect(new Set(fired).size).toBe(fired.length);
    const created = await streamsOf('TestRunCreated');
    expect(new Set(created).size).toBe(created.length);

    // 5. Each failure is one message, and what may have arrived twice says so.
    const sent = await allSent(caller, hook, branches.length);
    expect(await streamsOf('AlertRaised')).toHaveLength(branches.length);
    const arrived = receiver.received.map(messageIdOf);
    expect([...new Set(arrived)].sort()).toEqual(sent.map(({ id }) => `msg_${id}`).sort());
    for (const { id, tries } of sent) {
      expect(arrived.filter((each) => each === `msg_${id}`).length).toBeLessThanOrEqual(tries.length);
    }
    const doubtful = sent.find(({ id }) => `msg_${id}` === arrived[0]);
    expect(doubtful?.tries.some(({ cutOff }) => cutOff)).toBe(true);
  });
});
