import { type AccountId, type ProjectId, type TestSuiteId, type TestSuiteSettings, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type TestSuiteDocument = ReadModelDocument & {
  accountId: AccountId;
  testSuiteId: TestSuiteId;
  projectId: ProjectId;
  name: string;
  archived: boolean;
  settings: TestSuiteSettings;
  createdAt: string;
  /** Of the suite's own stream. */
  revision: number;
};

export const testSuites: Projection<TestSuiteDocument> = {
  name: 'testSuites',
  version: 1,
  indexes: [
    { accountId: 1, archived: 1, name: 1 },
    { accountId: 1, projectId: 1, archived: 1, name: 1 },
  ],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestSuiteCreated':
      case 'TestSuiteRenamed':
      case 'TestSuiteSettingChanged':
      case 'TestSuiteArchived':
        return [event.data.testSuiteId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    if (event.type === 'TestSuiteCreated') {
      const { occurredAt: createdAt } = event.envelope;
      return { accountId: accountOf(event), ...event.data, archived: false, createdAt, revision };
    }
    if (document === null) return null;
    switch (event.type) {
      case 'TestSuiteRenamed':
        return { ...document, name: event.data.name, revision };
      case 'TestSuiteSettingChanged':
        return { ...document, settings: { ...document.settings, [event.data.setting]: event.data.to }, revision };
      case 'TestSuiteArchived':
        return { ...document, archived: true, revision };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, testSuiteId }) => [{ accountId, topic: topics.testSuites, id: testSuiteId }],
};
