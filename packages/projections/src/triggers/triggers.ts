import {
  type AccountId,
  type DeployId,
  limits,
  type StartedByTrigger,
  type TestPlanRunId,
  type TestRunId,
  type TriggerCause,
  type TriggerId,
  type TriggerOutcome,
  type TriggerSettings,
  type TriggerSlotId,
  topics,
} from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';

/** One occasion of a trigger, and what came of it so far. */
export type TriggerSlotRecord = {
  triggerSlotId: TriggerSlotId;
  outcome: TriggerOutcome;
  cause: TriggerCause;
  dueAt: string;
  /** When the outcome was known. */
  at: string;
  lateMs: number;
  deployId: DeployId | null;
  testRunId: TestRunId | null;
  testPlanRunId: TestPlanRunId | null;
  /** The run that had not ended. */
  blockedBy: TestRunId | null;
  blockedByPlanRun: TestPlanRunId | null;
  missedCount: number;
  message: string | null;
};

export type TriggerDocument = ReadModelDocument & {
  accountId: AccountId;
  triggerId: TriggerId;
  name: string;
  settings: TriggerSettings;
  enabled: boolean;
  archived: boolean;
  createdAt: string;
  /** Since when it is due as it is. */
  changedAt: string;
  /** In a row, since it was last changed. */
  refusals: number;
  /** The test run or the plan run that it started last. */
  lastFired: (StartedByTrigger & { at: string }) | null;
  /** The last ones, newest first. */
  slots: TriggerSlotRecord[];
  /** Those that wait, oldest first. */
  waits: TriggerSlotRecord[];
  isWaiting: boolean;
  /** Of the trigger's own stream. */
  revision: number;
};

type SlotEvent = Extract<RecordedEvent, { type: `TriggerSlot${string}` }>;

/** Settings that say when it is due: what came before they changed is not started. */
const timing: readonly string[] = ['type', 'cron', 'timeZone', 'deployedProjectIds', 'environmentId'];

function isOfSlot(event: RecordedEvent): event is SlotEvent {
  return event.type.startsWith('TriggerSlot');
}

const outcomeOf: Readonly<Record<SlotEvent['type'], TriggerOutcome>> = {
  TriggerSlotSettling: 'settling',
  TriggerSlotQueued: 'queued',
  TriggerSlotFired: 'fired',
  TriggerSlotRefused: 'refused',
  TriggerSlotSkipped: 'skipped',
  TriggerSlotSuperseded: 'superseded',
  TriggerSlotMissed: 'missed',
};

/** What an event says of its slot besides its outcome. */
function factsOf(event: SlotEvent): Partial<TriggerSlotRecord> {
  switch (event.type) {
    case 'TriggerSlotSettling':
      return { deployId: event.data.deployId };
    case 'TriggerSlotQueued':
      return {
        deployId: event.data.deployId,
        blockedBy: event.data.behind,
        blockedByPlanRun: event.data.behindPlanRun,
      };
    case 'TriggerSlotFired': {
      const { deployId, lateMs, testRunId, testPlanRunId } = event.data;
      return { deployId, lateMs, testRunId, testPlanRunId, blockedBy: null, blockedByPlanRun: null };
    }
    case 'TriggerSlotRefused':
      return { message: event.data.message };
    case 'TriggerSlotSkipped':
      return { blockedBy: event.data.blockedBy, blockedByPlanRun: event.data.blockedByPlanRun };
    case 'TriggerSlotMissed':
      return { missedCount: event.data.count };
    default:
      return {};
  }
}

function startedBy({ testRunId, testPlanRunId }: StartedByTrigger): StartedByTrigger {
  return { testRunId, testPlanRunId };
}

function withSlot(document: Evolved<TriggerDocument>, event: SlotEvent): Evolved<TriggerDocument> {
  const { triggerSlotId, dueAt } = event.data;
  const { occurredAt: at } = event.envelope;
  const isThis = (slot: TriggerSlotRecord) => slot.triggerSlotId === triggerSlotId;
  const before = document.waits.find(isThis) ?? document.slots.find(isThis);
  const slot: TriggerSlotRecord = {
    triggerSlotId,
    lateMs: 0,
    deployId: null,
    testRunId: null,
    testPlanRunId: null,
    blockedBy: null,
    blockedByPlanRun: null,
    missedCount: 0,
    message: null,
    ...before,
    ...factsOf(event),
    cause: event.type === 'TriggerSlotSettling' ? 'deploy' : event.data.cause,
    outcome: outcomeOf[event.type],
    dueAt,
    at,
  };
  const others = document.slots.filter((other) => !isThis(other));
  const waits = document.waits.filter((other) => !isThis(other));
  if (slot.outcome === 'settling' || slot.outcome === 'queued') waits.push(slot);
  return {
    ...document,
    slots: [slot, ...others].slice(0, limits.shownTriggerSlots),
    waits,
    isWaiting: waits.length > 0,
    lastFired: event.type === 'TriggerSlotFired' ? { ...startedBy(event.data), at } : document.lastFired,
  };
}

/** A firing counts as a start once the next one comes: until then it may be refused. */
function refusalsAfter(document: Evolved<TriggerDocument>, event: SlotEvent): number {
  if (event.type === 'TriggerSlotRefused') return document.refusals + 1;
  return event.type === 'TriggerSlotFired' && !wasRefused(document) ? 0 : document.refusals;
}

/** @returns whether what it started last could not be started */
export function wasRefused({ slots }: Pick<TriggerDocument, 'slots'>): boolean {
  return slots.find(({ outcome }) => outcome === 'fired' || outcome === 'refused')?.outcome === 'refused';
}

export const triggers: Projection<TriggerDocument> = {
  name: 'triggers',
  version: 2,
  indexes: [{ accountId: 1, archived: 1, name: 1 }, { 'settings.type': 1, enabled: 1, archived: 1 }, { isWaiting: 1 }],
  idsOf: (event) => {
    switch (event.type) {
      case 'TriggerCreated':
      case 'TriggerRenamed':
      case 'TriggerSettingChanged':
      case 'TriggerEnabled':
      case 'TriggerDisabled':
      case 'TriggerArchived':
        return [event.data.triggerId];
      default:
        return isOfSlot(event) ? [event.data.triggerId] : [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    const { occurredAt } = event.envelope;
    if (event.type === 'TriggerCreated') {
      return {
        accountId: accountOf(event),
        ...event.data,
        enabled: true,
        archived: false,
        createdAt: occurredAt,
        changedAt: occurredAt,
        refusals: 0,
        lastFired: null,
        slots: [],
        waits: [],
        isWaiting: false,
        revision,
      };
    }
    if (document === null) return null;
    if (isOfSlot(event)) return { ...withSlot(document, event), refusals: refusalsAfter(document, event) };
    switch (event.type) {
      case 'TriggerRenamed':
        return { ...document, name: event.data.name, revision };
      case 'TriggerSettingChanged': {
        const { setting, to } = event.data;
        const changedAt = timing.includes(setting) ? occurredAt : document.changedAt;
        return { ...document, settings: { ...document.settings, [setting]: to }, changedAt, refusals: 0, revision };
      }
      case 'TriggerEnabled':
        return { ...document, enabled: true, changedAt: occurredAt, refusals: 0, revision };
      case 'TriggerDisabled':
        return { ...document, enabled: false, revision };
      case 'TriggerArchived':
        return { ...document, archived: true, revision };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, triggerId }) => [{ accountId, topic: topics.triggers, id: triggerId }],
};
