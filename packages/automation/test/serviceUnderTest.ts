import type { EnvironmentId, Position, TestRunId, TestRunStatus } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import type { ClaimedUnit } from '@assay/operations';
import { openReadModels, type Projector, type ReadModels, startProjector } from '@assay/projections';
import { BACKWARDS, END } from '@eventstore/db-client';
import { pino } from 'pino';
import { eventually } from '../../../test/support/eventually.ts';
import { patienceMs } from '../../../test/support/patience.ts';
import { shop } from '../../../test/support/recordedIds.ts';
import { recordAccount, recordEnvironment, recordProject } from '../../../test/support/recordedSetting.ts';
import { requestFor } from '../../../test/support/runStory.ts';
import { acme, type StoresUnderTest, signedBy, startStores } from '../../../test/support/storesUnderTest.ts';
import { positionOf } from '../../event-log/src/position.ts';
import { readEvents } from '../../event-log/src/readEvents.ts';
import { type Automation, startAutomation } from '../src/index.ts';
import { policyGroups } from '../src/policyGroups.ts';
import type { AutomationOptions } from '../src/startAutomation.ts';
import { typesOf } from '../src/startGroup.ts';

const log = pino({ level: 'silent' });

/** How far ahead the clock of leases is: an agent on a slow machine loses nothing unless a test wants it to. */
const aheadMs = 3_600_000;
const minute = 60_000;

/** Stores, a projector and the automation, as the launcher runs them; an agent is up to the test. */
export class ServiceUnderTest {
  readonly stores: StoresUnderTest;
  readonly readModels: ReadModels;
  #projector: Projector | null = null;
  automation: Automation | null = null;
  readonly #leaseClock: { aheadMs: number };
  #runs = 0;
  /** Up to where the log was looked through for {@link #newest}. */
  #looked = '' as Position;
  readonly #newest = new Map<string, Position>();
  /** What the automation is started with, made again for each start, because policies keep state; a test may add groups. */
  groupsOfStart = policyGroups;
  startOptions: Omit<AutomationOptions, 'groups'> = {};
  #groups = policyGroups();

  private constructor(stores: StoresUnderTest, leaseClock: { aheadMs: number }) {
    this.stores = stores;
    this.#leaseClock = leaseClock;
    this.readModels = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog });
  }

  static async start(): Promise<ServiceUnderTest> {
    const leaseClock = { aheadMs };
    const stores = await startStores({ now: () => new Date(Date.now() + leaseClock.aheadMs) });
    const service = new ServiceUnderTest(stores, leaseClock);
    await service.startProjector();
    await recordAccount(stores.eventLog, acme, 'Acme');
    await recordProject(stores.eventLog, acme, shop, 'shop');
    await service.startAutomation();
    return service;
  }

  async startProjector(): Promise<void> {
    const { eventLog, operations, readModelDb: db } = this.stores;
    this.#projector = await startProjector({
      eventLog,
      db,
      log,
      generation: () => 'g',
      publish: async (notices) => {
        notices.forEach(this.readModels.onNotice);
        await operations.changeFeed.publish(notices);
      },
    });
  }

  async stopProjector(): Promise<void> {
    await this.#projector?.stop();
    this.#projector = null;
  }

  async startAutomation(): Promise<void> {
    const { eventLog, operations } = this.stores;
    this.#groups = this.groupsOfStart();
    this.automation = await startAutomation(
      { eventLog, operations, readModels: this.readModels, log },
      { ...this.startOptions, groups: this.#groups },
    );
  }

  async stopAutomation(): Promise<void> {
    await this.automation?.stop();
    this.automation = null;
  }

  /** A new environment, so that tests do not wait for each other. */
  async environment(maximumParallelTestRuns = 0): Promise<EnvironmentId> {
    const key = `environment-${++this.#runs}`;
    await recordEnvironment(this.stores.eventLog, acme, key as EnvironmentId, key, { maximumParallelTestRuns });
    return key as EnvironmentId;
  }

  /** Requests a run, as a person does. */
  async createRun(changed: Partial<TestRunCreated> = {}): Promise<TestRunId> {
    const environmentId = changed.environmentId ?? (await this.environment());
    const request = requestFor({ projectId: shop, environmentId, number: ++this.#runs }, changed);
    const command = { type: 'createTestRun' as const, ...request };
    await this.stores.eventLog.handle(testRunDecider, request.testRunId, command, signedBy('ada'));
    return request.testRunId;
  }

  /** Does something that leases and presence date back by so many milliseconds. */
  async ago(ms: number, work: () => Promise<unknown>): Promise<void> {
    this.#leaseClock.aheadMs = -ms;
    await work();
    this.#leaseClock.aheadMs = aheadMs;
  }

  /** Its agent renewed the lease for the last time a minute ago. */
  async lapse({ agentId, _id: leaseId }: ClaimedUnit): Promise<void> {
    await this.ago(minute, () => this.stores.operations.workQueue.renew(agentId, [leaseId]));
  }

  async stateOf(testRunId: TestRunId) {
    return (await this.stores.eventLog.load(testRunDecider, testRunId)).state;
  }

  async statusOf(testRunId: TestRunId): Promise<TestRunStatus | 'none'> {
    return (await this.stateOf(testRunId)).status;
  }

  /** Waits for a status, letting an agent work meanwhile. */
  async reaches(testRunId: TestRunId, status: TestRunStatus, agent?: { work(): Promise<void> }): Promise<void> {
    await eventually(async () => {
      await agent?.work();
      return (await this.statusOf(testRunId)) === status;
    });
  }

  async eventsOf(stream: string): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const event of this.stores.eventLog.read(stream)) events.push(event);
    return events;
  }

  /** Every event of all attempts of a run's units. */
  async unitEvents(testRunId: TestRunId): Promise<RecordedEvent[]> {
    const state = await this.stateOf(testRunId);
    if (state.status === 'none') return [];
    const streams = [...state.units].flatMap(([unit, { attempt }]) =>
      Array.from({ length: attempt }, (_, before) => `workUnit-${testRunId}.${unit}.${before + 1}`),
    );
    return (await Promise.all(streams.map((stream) => this.eventsOf(stream)))).flat();
  }

  /** Has every group react again to what comes after the position. The automation is stopped. */
  async rewind(position: Position): Promise<void> {
    for (const { checkpoint } of this.#groups) await this.stores.operations.checkpoints.write(checkpoint, position);
  }

  /** Resolves once the automation has reacted to all there is and to what came of it, and the read models show it. */
  async quiet(): Promise<void> {
    const { checkpoints } = this.stores.operations;
    await eventually(async () => {
      // In this order: what a group appended before its checkpoint is in the log by the time the log is looked at.
      const reached = await Promise.all(this.#groups.map(({ checkpoint }) => checkpoints.read(checkpoint)));
      await this.#findNewest();
      return this.#groups.every(({ name }, index) => (reached[index] ?? '') >= (this.#newest.get(name) ?? ''));
    });
    const head = await this.stores.eventLog.head();
    if (head && !(await this.readModels.waitFor(head.position, patienceMs, { tier: 'trailing' }))) {
      throw new Error('the read models stay behind');
    }
  }

  /** Finds the newest event that each group reacts to; a group is not sent what comes after it. */
  async #findNewest(): Promise<void> {
    const found = new Map<string, Position>();
    let head: Position | null = null;
    const { rawEvents, eventLog } = this.stores;
    for await (const { event } of readEvents(rawEvents.readAll({ direction: BACKWARDS, fromPosition: END }))) {
      if (!event) continue;
      const position = positionOf(eventLog.epoch, event.position.commit);
      head ??= position;
      if (position <= this.#looked) break;
      for (const group of this.#groups) {
        const isWanted = typesOf(group).some((type) => type === event.type);
        if (isWanted && !found.has(group.name)) found.set(group.name, position);
      }
    }
    for (const [name, position] of found) this.#newest.set(name, position);
    this.#looked = head ?? this.#looked;
  }

  async stop(): Promise<void> {
    await this.stopAutomation();
    await this.stopProjector();
    await this.stores.stop();
  }
}
