import type { DomainEvent } from '@assay/event-schemas';

/** An event's data as the store keeps it. */
export type StoredData = Readonly<Record<string, unknown>>;

/**
 * Makes an event's data fit the next version of its schema. It is given what is stored, so texts marked `x-personal` or
 * `x-secret` are still encrypted: it may move or drop them, but cannot read them. Pure: the same data always gives the
 * same result.
 */
export type Upcaster = (data: StoredData) => StoredData;

/** Upcasters by event, and by the version that they take the data from. */
export type Upcasters<Type extends string = string> = Readonly<
  Partial<Record<Type, Readonly<Record<number, Upcaster>>>>
>;

/** Every version of an event but the newest has its upcaster here. */
export const upcasters: Upcasters<DomainEvent['type']> = {
  // Since coding agents have keys of their own scope.
  ApiKeyCreated: { 1: (data) => data },
  // Since the last heartbeat is part of it.
  AgentExited: { 1: (data) => ({ ...data, lastSeenAt: null }) },
  // Since the staff's reason is part of them.
  AgentReplaced: { 1: (data) => ({ ...data, staffReason: null }) },
  AgentStopRequested: { 1: (data) => ({ ...data, staffReason: null }) },
  TestRunnerExited: { 1: (data) => ({ ...data, staffReason: null }) },
  // Since names at git services are known.
  ExternalIdentityLinked: { 1: (data) => ({ ...data, username: null }) },
  // Since a failure's cause may be data that tests need.
  ProblemClassified: { 1: (data) => data },
  ReviewStatusSet: { 1: (data) => data },
  // Since failures have the frames of their stack traces.
  TestFinished: { 1: (data) => ({ ...data, frames: [] }) },
  // Attempts may have frames since.
  TestResultsImported: { 1: (data) => data },
  // Since runs have attributes.
  TestRunCreated: { 1: (data) => ({ ...data, attributes: [] }) },
  // Since versions of what runs the tests are known.
  TestListCompleted: { 1: (data) => ({ ...data, versions: [] }) },
  // Since they can start test plans; before, each started a test run.
  TriggerSlotFired: { 1: (data) => ({ ...data, testPlanRunId: null }) },
  TriggerSlotQueued: { 1: (data) => ({ ...data, behindPlanRun: null }) },
  TriggerSlotSkipped: { 1: (data) => ({ ...data, blockedByPlanRun: null }) },
};
