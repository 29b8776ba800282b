import { authorizationIdOf, noTotals, noticeIdOf, type TestId, type TestRunId, type UserId } from '@assay/contract';
import {
  authorizationDecider,
  projectDecider,
  projectTestsDecider,
  testResultsDecider,
  testRunDecider,
  testRunFollowersDecider,
} from '@assay/domain';
import { newId } from '@assay/event-log';
import { ada, shop } from '../../../test/support/recordedIds.ts';
import { recordPerson } from '../../../test/support/recordedSetting.ts';
import { acme, signedBy } from '../../../test/support/storesUnderTest.ts';
import { ServiceUnderTest } from '../test/serviceUnderTest.ts';

const commit = 'c0ffee'.padEnd(40, '0');
const ci = signedBy('ci' as UserId);

describe('imported runs', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    const { eventLog } = service.stores;
    await recordPerson(eventLog, ada, acme, 'ADMIN');
    const settings = { gitUrl: 'https://github.com/northwind/shop', quarantineFlakyTests: true };
    await eventLog.handle(projectDecider, shop, { type: 'changeProject', settings }, signedBy(ada));
    const authorizationId = authorizationIdOf(acme, 'GitHub');
    const grant = { authorizationId, provider: 'GitHub' as const, identifier: 'https://github.com/', token: 'secret' };
    const connect = { type: 'grantAuthorization' as const, ...grant };
    await eventLog.handle(authorizationDecider, authorizationId, connect, signedBy(ada));
    const comments = { type: 'switchComments' as const, on: true };
    await eventLog.handle(authorizationDecider, authorizationId, comments, signedBy(ada));
  });
  afterAll(() => service.stop());

  /** A run with a flaky test, followed by Ada. */
  async function upload(wobbles: string, past: { ranAt?: string } = {}): Promise<TestRunId> {
    const { eventLog, operations } = service.stores;
    const testRunId = newId<TestRunId>();
    await operations.uploadImports.goesOn(testRunId, 3_600_000);
    await service.createRun({
      testRunId,
      ref: commit,
      upload: { commit, testCount: 1, quarantinedCount: 0, files: [], ...past },
    });
    const follow = { type: 'toggleFollow' as const, testRunId, userId: ada };
    await eventLog.handle(testRunFollowersDecider, testRunId, follow, signedBy(ada));
    const attempt = { durationMs: 1, error: null, hasDetails: false };
    const attempts = [
      { ...attempt, status: 'FAIL' as const },
      { ...attempt, status: 'PASS' as const },
    ];
    const of = { testId: wobbles as TestId, name: wobbles, file: 'a.spec.ts', quarantined: false, artifacts: [] };
    const totals = { ...noTotals, passed: 1, flaky: 1 };
    const results = [{ ...of, flaky: true, attempts }];
    const chunk = { testRunId, projectId: shop, chunk: 0, offset: 0, details: null, totals, results };
    await eventLog.handle(testResultsDecider, testRunId, { type: 'importTestResults', ...chunk }, ci);
    await eventLog.handle(testRunDecider, testRunId, { type: 'finishUpload', totals, problem: null }, ci);
    await operations.uploadImports.ended(testRunId);
    await service.quiet();
    return testRunId;
  }

  /** The effects of the run's end. */
  async function effects(testRunId: TestRunId, test: string) {
    const { eventLog, operations } = service.stores;
    const events = await service.eventsOf(`testRun-${testRunId}`);
    const rows = await Promise.all(
      events.flatMap(({ id }) => [operations.outbox.find(id), operations.outbox.find(`${id}-comment`)]),
    );
    const { state } = await eventLog.load(projectTestsDecider, shop);
    return {
      toGitService: rows.filter((row) => row !== null).length > 0,
      notices: (await service.eventsOf(`notice-${noticeIdOf(testRunId, ada)}`)).length > 0,
      quarantines: state.quarantined.has(test as TestId),
    };
  }

  it('send no commit status, notification or quarantine, unlike runs that have just ended', async () => {
    const [past, now] = [await upload('then', { ranAt: '2026-01-31T10:00:00.000Z' }), await upload('now')];
    expect(await effects(now, 'now')).toEqual({ toGitService: true, notices: true, quarantines: true });
    expect(await effects(past, 'then')).toEqual({ toGitService: false, notices: false, quarantines: false });
  });
});
