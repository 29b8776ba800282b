import { testSuiteCalls } from '@assay/contract';
import { DomainError, type TestSuiteCommand, testSuiteDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { releaseName } from '../reservations/reserveNames.ts';
import { ownTestSuite } from './ownTestSuite.ts';
import { testSuiteNameOf } from './testSuiteNames.ts';

export const archiveTestSuite = route(
  testSuiteCalls.archiveTestSuite,
  async ({ api, params: { id: projectId, testSuiteId }, caller, context, expectedRevision }) => {
    if (!(await ownTestSuite(api, caller.accountId, { projectId, testSuiteId }))) {
      throw new DomainError('testSuite.notFound');
    }
    const result = await api.eventLog.handle(
      testSuiteDecider,
      testSuiteId,
      // Archived before, but perhaps not to the end: its name is released below in any case.
      (state): TestSuiteCommand | null => (state.status === 'archived' ? null : { type: 'archiveTestSuite' }),
      { ...context, expectedRevision },
    );
    const { state } = await api.eventLog.load(testSuiteDecider, testSuiteId);
    if (state.status === 'archived') {
      await releaseName(api, testSuiteNameOf(projectId, state.name), `testSuite-${testSuiteId}`, context);
    }
    return commandAnswer(api.eventLog, result);
  },
);
