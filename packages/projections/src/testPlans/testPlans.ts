import {
  type AccountId,
  arrangedStages,
  changedField,
  isFieldChange,
  isPlanStageEvent,
  type PlanStage,
  suiteCountOf,
  type TestPlanId,
  type TestPlanRunId,
  testPlanFields,
  topics,
  type ValuesOf,
} from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type TestPlanDocument = ReadModelDocument &
  ValuesOf<typeof testPlanFields> & {
    accountId: AccountId;
    testPlanId: TestPlanId;
    archived: boolean;
    stages: PlanStage[];
    suiteCount: number;
    createdAt: string;
    lastRun: { testPlanRunId: TestPlanRunId; at: string } | null;
    /** Of the plan's own stream. */
    revision: number;
  };

export const testPlans: Projection<TestPlanDocument> = {
  name: 'testPlans',
  version: 1,
  indexes: [{ accountId: 1, archived: 1, name: 1 }],
  idsOf: (event) => {
    if (isFieldChange(testPlanFields, event) || isPlanStageEvent(event)) return [event.data.testPlanId];
    switch (event.type) {
      case 'TestPlanCreated':
      case 'TestPlanArchived':
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
    if (isFieldChange(testPlanFields, event)) return { ...document, ...changedField(testPlanFields, event), revision };
    if (isPlanStageEvent(event)) {
      const stages = arrangedStages(document.stages, event);
      return { ...document, stages, suiteCount: suiteCountOf(stages), revision };
    }
    switch (event.type) {
      case 'TestPlanArchived':
        return { ...document, archived: true, revision };
      case 'TestPlanRunStarted':
        return { ...document, lastRun: { testPlanRunId: event.data.testPlanRunId, at } };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, testPlanId }) => [{ accountId, topic: topics.testPlans, id: testPlanId }],
};
