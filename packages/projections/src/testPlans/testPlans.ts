import {
  type AccountId,
  type PlanStage,
  suiteCountOf,
  type TestPlanId,
  type TestPlanRunId,
  topics,
  withoutStage,
  withoutSuite,
  withStage,
  withStageMoved,
  withStageSetting,
  withSuite,
  withSuiteMoved,
  withSuiteSetting,
} from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type TestPlanDocument = ReadModelDocument & {
  accountId: AccountId;
  testPlanId: TestPlanId;
  name: string;
  key: string;
  goal: string | null;
  archived: boolean;
  stages: PlanStage[];
  suiteCount: number;
  createdAt: string;
  lastRun: { testPlanRunId: TestPlanRunId; at: string } | null;
  /** Of the plan's own stream. */
  revision: number;
};

/** @returns the stages after an event that rearranges them; null: it does not */
function rearranged(stages: readonly PlanStage[], event: RecordedEvent): PlanStage[] | null {
  switch (event.type) {
    case 'TestPlanStageAdded': {
      const { testPlanStageId, index, settings } = event.data;
      return withStage(stages, index, { testPlanStageId, settings, suites: [] });
    }
    case 'TestPlanStageSettingChanged':
      return withStageSetting(stages, event.data.testPlanStageId, event.data.setting, event.data.to);
    case 'TestPlanStageMoved':
      return withStageMoved(stages, event.data.testPlanStageId, event.data.to);
    case 'TestPlanStageRemoved':
      return withoutStage(stages, event.data.testPlanStageId);
    case 'TestPlanSuiteAdded': {
      const { testPlanStageId, testPlanSuiteId, index, settings } = event.data;
      return withSuite(stages, testPlanStageId, index, { testPlanSuiteId, settings });
    }
    case 'TestPlanSuiteSettingChanged':
      return withSuiteSetting(stages, event.data.testPlanSuiteId, event.data.setting, event.data.to);
    case 'TestPlanSuiteMoved':
      return withSuiteMoved(stages, event.data.testPlanSuiteId, event.data.toStageId, event.data.index);
    case 'TestPlanSuiteRemoved':
      return withoutSuite(stages, event.data.testPlanSuiteId);
    default:
      return null;
  }
}

export const testPlans: Projection<TestPlanDocument> = {
  name: 'testPlans',
  version: 1,
  indexes: [{ accountId: 1, archived: 1, name: 1 }],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestPlanCreated':
      case 'TestPlanSettingChanged':
      case 'TestPlanArchived':
      case 'TestPlanStageAdded':
      case 'TestPlanStageSettingChanged':
      case 'TestPlanStageMoved':
      case 'TestPlanStageRemoved':
      case 'TestPlanSuiteAdded':
      case 'TestPlanSuiteSettingChanged':
      case 'TestPlanSuiteMoved':
      case 'TestPlanSuiteRemoved':
      // How its last run ended is told to those who look at the list.
      case 'TestPlanRunStarted':
      case 'TestPlanRunCanceled':
      case 'TestPlanRunCompleted':
      case 'TestPlanRunResumed':
        return [event.data.testPlanId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    const { occurredAt: at } = event.envelope;
    if (event.type === 'TestPlanCreated') {
      const accountId = accountOf(event);
      const none = { stages: [], suiteCount: 0, lastRun: null };
      return { accountId, ...event.data, archived: false, ...none, createdAt: at, revision };
    }
    if (document === null) return null;
    switch (event.type) {
      case 'TestPlanSettingChanged':
        return { ...document, [event.data.setting]: event.data.to, revision };
      case 'TestPlanArchived':
        return { ...document, archived: true, revision };
      case 'TestPlanRunStarted':
        return { ...document, lastRun: { testPlanRunId: event.data.testPlanRunId, at } };
      default: {
        const stages = rearranged(document.stages, event);
        return stages ? { ...document, stages, suiteCount: suiteCountOf(stages), revision } : document;
      }
    }
  },
  topicsOf: ({ accountId, testPlanId }) => [{ accountId, topic: topics.testPlans, id: testPlanId }],
};
