import { testSuiteCalls } from '@assay/contract';
import { DomainError, testSuiteDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { isSameName } from '../reservations/reservedName.ts';
import { releaseName, withReservedNames } from '../reservations/reserveNames.ts';
import { checkTestSuiteRunners } from './checkTestSuiteRunners.ts';
import { ownTestSuite } from './ownTestSuite.ts';
import { testSuiteNameOf } from './testSuiteNames.ts';

export const changeTestSuite = route(
  testSuiteCalls.changeTestSuite,
  async ({ api, params: { id: projectId, testSuiteId }, body, caller, context, expectedRevision }) => {
    const suite = await ownTestSuite(api, caller.accountId, { projectId, testSuiteId });
    if (suite?.status !== 'active') throw new DomainError('testSuite.notFound');
    const { name, ...settings } = body;
    await checkTestSuiteRunners(settings, caller);
    const change = () =>
      api.eventLog.handle(
        testSuiteDecider,
        testSuiteId,
        { type: 'changeTestSuite', name, settings },
        { ...context, expectedRevision },
      );
    if (name === undefined || isSameName(name, suite.name)) return commandAnswer(api.eventLog, await change());

    const stream = `testSuite-${testSuiteId}`;
    const result = await withReservedNames(api, [testSuiteNameOf(projectId, name)], stream, context, change);
    for (const event of result.events) {
      if (event.type !== 'TestSuiteRenamed') continue;
      await releaseName(api, testSuiteNameOf(projectId, event.data.from), stream, context);
    }
    return commandAnswer(api.eventLog, result);
  },
);
