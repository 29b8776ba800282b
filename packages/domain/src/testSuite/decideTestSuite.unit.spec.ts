import type { ProjectId, TestSuiteId, TestSuiteSettings } from '@assay/contract';
import type { TestSuiteEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type TestSuiteCommand, testSuiteDecider } from './decideTestSuite.ts';

const testSuiteId = 'smoke' as TestSuiteId;
const settings: TestSuiteSettings = {
  type: 'Smoke',
  description: null,
  maxRunners: null,
  includeTags: ['@smoke'],
  excludedTags: [],
  testFilters: [],
  testTimeoutSeconds: 60,
  timeoutMinutes: 10,
  retryFailedTests: false,
  priority: null,
  parallelizeByFile: true,
};
const facts = { testSuiteId, projectId: 'shop' as ProjectId, name: 'Smoke', settings };
const create: TestSuiteCommand = { type: 'createTestSuite', ...facts };
const created: TestSuiteEvent = { type: 'TestSuiteCreated', data: facts };
const archived: TestSuiteEvent = { type: 'TestSuiteArchived', data: { testSuiteId } };
const suite = (...events: TestSuiteEvent[]) => given(testSuiteDecider, ...events);
const change = (changed: Partial<TestSuiteSettings>, name?: string): TestSuiteCommand => ({
  type: 'changeTestSuite',
  name,
  settings: changed,
});

describe('a test suite', () => {
  it('is created once, and not again under the id of an archived one', () => {
    suite().when(create).gives(created);
    suite(created).when(create).refuses('testSuite.exists');
    suite(created, archived).when(create).refuses('testSuite.exists');
  });

  it('records each change with its old value, and only what changed', () => {
    suite(created)
      .when(change({ includeTags: ['@smoke', '@fast'], priority: 7, timeoutMinutes: 10 }, 'Quick'))
      .gives(
        { type: 'TestSuiteRenamed', data: { testSuiteId, from: 'Smoke', name: 'Quick' } },
        {
          type: 'TestSuiteSettingChanged',
          data: { testSuiteId, setting: 'includeTags', from: ['@smoke'], to: ['@smoke', '@fast'] },
        },
        { type: 'TestSuiteSettingChanged', data: { testSuiteId, setting: 'priority', from: null, to: 7 } },
      );
    suite(created).when(change(settings, 'Smoke')).gives();
  });

  it('ignores a setting whose value is undefined', () => {
    suite(created)
      .when(change({ description: undefined }))
      .gives();
  });

  it('has the settings of its last changes', () => {
    const { state } = suite(created).when(change({ maxRunners: 3 }, 'Quick'));
    expect(state).toMatchObject({ status: 'active', name: 'Quick', settings: { ...settings, maxRunners: 3 } });
  });

  it('is not found before it is created, nor once it is archived', () => {
    suite(created).when({ type: 'archiveTestSuite' }).gives(archived);
    suite(created, archived).when({ type: 'archiveTestSuite' }).refuses('testSuite.notFound');
    suite().when(change({})).refuses('testSuite.notFound');
  });
});
