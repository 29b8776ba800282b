import { type Static, Type } from 'typebox';
import { AccountId, Position } from '../ids.ts';

/**
 * The socket: one per browser, WebSocket transport only, path `/socket`, `auth: { token }`.
 * Client → server: `topic.subscribe` {account, topic} and `topic.unsubscribe` {account, topic}, each acknowledged with {ok} or {ok: false, code}.
 * Server → client: `readModel.changed` and `resync`.
 */
export const socketPath = '/socket';

/** Topics: `testRuns` and `testRun:<id>`, `testRunTests:<id>`, `testRunLogs:<id>`, `projects`, `testSuites`, `builds:<projectId>`, `deploys:<projectId>`, `environments`, `pipelineStages`, `runnerPools`, `agents`. */
export const TopicRequest = Type.Object({
  account: AccountId,
  topic: Type.String({ minLength: 1, maxLength: 120, pattern: '^[A-Za-z]+(:[A-Za-z0-9._-]+)?$' }),
});
export type TopicRequest = Static<typeof TopicRequest>;

export type TopicAnswer = { ok: true } | { ok: false; code: string };

/** Something under a topic is newer: fetch it again, or what changed since your position. Coalesced to about ten a second. */
export const ReadModelChanged = Type.Object({
  account: AccountId,
  topic: Type.String(),
  ids: Type.Array(Type.String(), { description: 'of the changed documents; empty: many' }),
  position: Position,
});
export type ReadModelChanged = Static<typeof ReadModelChanged>;

export const socketMessages = {
  subscribe: 'topic.subscribe',
  unsubscribe: 'topic.unsubscribe',
  changed: 'readModel.changed',
  resync: 'resync',
} as const;

export const topics = {
  testRuns: 'testRuns',
  testRun: (testRunId: string) => `testRun:${testRunId}`,
  testRunTests: (testRunId: string) => `testRunTests:${testRunId}`,
  testRunLogs: (testRunId: string) => `testRunLogs:${testRunId}`,
  projects: 'projects',
  projectTests: (projectId: string) => `projectTests:${projectId}`,
  testSuites: 'testSuites',
  builds: (projectId: string) => `builds:${projectId}`,
  deploys: (projectId: string) => `deploys:${projectId}`,
  environments: 'environments',
  pipelineStages: 'pipelineStages',
  runnerPools: 'runnerPools',
  agents: 'agents',
} as const;
