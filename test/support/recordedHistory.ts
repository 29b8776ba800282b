import { addTotals, type DeployId, noTotals } from '@assay/contract';
import { projectTestsDecider, reactionDecider, reactionIdOf, testResultsDecider, testRunDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import { ada, agentId, bank, bob, globex, shop, smoke, staging, vault } from './recordedIds.ts';
import { limitQuarantine, quarantine, recordSetting, suggestRename } from './recordedSetting.ts';
import { recordTalk } from './recordedTalk.ts';
import { ends, listedTest, RunStory, requestFor, shows, starts, testId } from './runStory.ts';
import { acme, signedBy } from './storesUnderTest.ts';

const tests = ['adds', 'removes', 'pays', 'ships'].map((name) => listedTest(name));
const moreTests = ['logs-in', 'logs-out'].map((name) => listedTest(name, 'login.spec.ts', ['@smoke']));

/** Passes: one test is flaky, a quarantined one fails, and a runner is lost half-way. */
async function recordPassed(log: EventLog): Promise<RunStory> {
  const run = new RunStory(log, acme, requestFor({ projectId: shop, environmentId: staging, number: 1 }));
  await run.begin(signedBy(ada), agentId, [...tests, ...moreTests]);
  await run.start([tests.map(({ testId: id }) => id), moreTests.map(({ testId: id }) => id)], ['ships']);
  await run.addRunner(agentId, 1);
  await run.claim(agentId, 0, { unit: 1, tests: ['adds', 'removes', 'pays', 'ships'], quarantined: ['ships'] });
  await run.claim(agentId, 1, { unit: 2, tests: ['logs-in', 'logs-out'] });
  await run.report(1, [starts('adds'), ends('adds', 'FAIL', { final: false })]);
  await run.report(1, [starts('adds', 2), ends('adds', 'PASS', { attempt: 2 }), starts('removes')]);
  await run.report(2, [starts('logs-in'), ends('logs-in', 'PASS'), ends('logs-out', 'IGNORED')]);
  await run.lose(1);
  await run.complete(2);
  await run.claim(agentId, 1, { unit: 1, attempt: 2, tests: ['removes', 'pays', 'ships'], quarantined: ['ships'] });
  await run.report(1, [starts('removes'), ends('removes', 'PASS'), starts('pays'), ends('pays', 'PASS')], 2);
  await run.report(1, [starts('ships'), ends('ships', 'FAIL')], 2);
  await run.complete(1, 2);
  await run.finish();
  await run.removeRunner(0);
  await run.removeRunner(1);
  return run;
}

/** Fails, ignoring quarantine; a person sets it to passed afterwards. */
async function recordFailed(log: EventLog): Promise<RunStory> {
  const ids = { projectId: shop, environmentId: staging, number: 2 };
  const version = { deployId: 'deploy-1' as DeployId };
  const run = new RunStory(
    log,
    acme,
    requestFor(ids, { branch: 'feature', ...version, ignoreQuarantine: true, priority: 5 }),
  );
  await run.begin(signedBy(ada), agentId, tests);
  await run.start([tests.map(({ testId: id }) => id)]);
  await run.claim(agentId, 0, { unit: 1, tests: ['adds', 'removes', 'pays', 'ships'] });
  await run.report(1, [starts('adds'), ends('adds', 'PASS'), starts('removes'), ends('removes', 'FAIL')]);
  await run.report(1, [starts('pays'), ends('pays', 'FAIL', { timedOut: true }), ends('ships', 'NOT_RUN')]);
  await run.complete(1);
  await run.finish();
  await run.removeRunner(0);
  return run;
}

/** Only the failed tests of another run, on its commit. */
async function recordRerun(log: EventLog, parent: RunStory): Promise<RunStory> {
  const ids = { projectId: shop, environmentId: staging, number: 3 };
  const selectedTests = ['removes', 'pays'].map(testId);
  const rerunOf = { testRunId: parent.id, kind: 'failed' as const, firstTestRunId: parent.id };
  const request = requestFor(ids, { selectedTests, rerunOf });
  const run = new RunStory(log, acme, request);
  await run.begin(signedBy(ada), agentId, tests.slice(1, 3));
  await run.start([['removes', 'pays']]);
  await run.claim(agentId, 0, { unit: 1, tests: ['removes', 'pays'] });
  await run.report(1, [ends('removes', 'PASS'), ends('pays', 'FAIL')]);
  await run.complete(1);
  await run.finish();
  await run.setStatus('PASS', signedBy(ada));
  return run;
}

/** Canceled while a test runs and others wait. */
async function recordCanceled(log: EventLog): Promise<RunStory> {
  const run = new RunStory(
    log,
    acme,
    requestFor({ projectId: shop, environmentId: staging, number: 4 }, { testSuiteId: smoke }),
  );
  await run.begin(signedBy(ada), agentId, tests);
  await run.start([tests.map(({ testId: id }) => id)], ['ships']);
  await run.claim(agentId, 0, { unit: 1, tests: ['adds', 'removes', 'pays', 'ships'], quarantined: ['ships'] });
  await run.report(1, [starts('adds'), ends('adds', 'PASS'), starts('removes')]);
  await run.setStatus('CANCELED', signedBy(ada));
  await run.lose(1, 1, 'runEnded');
  await run.removeRunner(0);
  return run;
}

/** Its tests are discovered while running; its runner is lost, and they are discovered again. */
async function recordShown(log: EventLog): Promise<RunStory> {
  const run = new RunStory(log, globex, requestFor({ projectId: bank, environmentId: vault, number: 1 }));
  await run.begin(signedBy(bob, globex), agentId, []);
  await run.start([[]]);
  await run.claim(agentId, 0, { unit: 1 });
  const first = [shows('saves'), starts('saves'), ends('saves', 'PASS'), shows('loans'), starts('loans')];
  await run.report(1, first, 1, ['saves', 'loans']);
  await run.lose(1);
  await run.claim(agentId, 0, { unit: 1, attempt: 2 });
  const secondSaves = [shows('saves'), starts('saves', 2), ends('saves', 'PASS', { attempt: 2 })];
  await run.report(1, secondSaves, 2, ['saves', 'loans']);
  await run.report(1, [shows('loans'), starts('loans'), ends('loans', 'FAIL'), shows('pays')], 2, ['saves', 'loans']);
  await run.report(1, [starts('pays'), ends('pays', 'PASS')], 2);
  await run.complete(1, 2);
  await run.finish();
  await run.removeRunner(0);
  return run;
}

/** Each test twice: one of them fails once and passes once, and a runner is lost half-way. */
async function recordCopied(log: EventLog): Promise<RunStory> {
  const request = requestFor({ projectId: bank, environmentId: vault, number: 3 }, { copies: 2 });
  const run = new RunStory(log, globex, request);
  const names = ['stands', 'wobbles'];
  await run.begin(
    signedBy(bob, globex),
    agentId,
    names.map((name) => listedTest(name, 'copied.spec.ts')),
  );
  await run.start([names, names], ['stands']);
  await run.claim(agentId, 0, { unit: 1, copy: 1, tests: names, quarantined: ['stands'] });
  await run.report(1, [starts('stands'), ends('stands', 'PASS'), starts('wobbles')]);
  await run.lose(1);
  await run.claim(agentId, 0, { unit: 2, copy: 2, tests: names, quarantined: ['stands'] });
  await run.report(2, [ends('stands', 'PASS'), starts('wobbles'), ends('wobbles', 'FAIL')]);
  await run.complete(2);
  await run.claim(agentId, 0, { unit: 1, attempt: 2, copy: 1, tests: ['wobbles'] });
  await run.report(1, [starts('wobbles'), ends('wobbles', 'PASS')], 2);
  await run.complete(1, 2);
  await run.tellDifferingCopies([{ testId: testId('wobbles'), passed: [1] }]);
  await run.finish();
  await run.removeRunner(0);
  return run;
}

/** Not run by a runner: its results were uploaded, in two chunks. */
async function recordUploaded(log: EventLog): Promise<TestRunCreated> {
  const upload = { commit: 'abc', testCount: 2, quarantinedCount: 0, files: [] };
  const request = requestFor({ projectId: bank, environmentId: vault, number: 2 }, { upload });
  const { testRunId, projectId } = request;
  const context = signedBy(bob, globex);
  await log.handle(testRunDecider, testRunId, { type: 'createTestRun', ...request }, context);
  const failed = { status: 'FAIL' as const, durationMs: 5, error: 'no', hasDetails: false };
  const passed = { status: 'PASS' as const, durationMs: 7, error: null, hasDetails: false };
  const facts = { file: 'shown.spec.ts', quarantined: false, artifacts: [] };
  const chunks = [
    {
      totals: { ...noTotals, failed: 1, durationMs: 5 },
      results: [{ ...facts, testId: testId('saves'), name: 'saves', flaky: false, attempts: [failed] }],
    },
    {
      totals: { ...noTotals, passed: 1, flaky: 1, durationMs: 7 },
      results: [{ ...facts, testId: testId('lends'), name: 'lends', flaky: true, attempts: [failed, passed] }],
    },
  ];
  for (const [chunk, said] of chunks.entries()) {
    const facts = { testRunId, projectId, chunk, offset: chunk, details: null };
    const command = { type: 'importTestResults' as const, ...facts, ...said };
    await log.handle(testResultsDecider, testRunId, command, context);
  }
  const totals = chunks.reduce((sum, chunk) => addTotals(sum, chunk.totals), noTotals);
  await log.handle(testRunDecider, testRunId, { type: 'finishUpload', totals, problem: null }, context);
  return request;
}

/** One that cannot be set up, one that takes too long, and one that waits. */
async function recordOthers(log: EventLog): Promise<{ problem: RunStory; timedOut: RunStory; queued: RunStory }> {
  const runOf = (number: number) =>
    new RunStory(log, acme, requestFor({ projectId: shop, environmentId: staging, number }));
  const [problem, timedOut, queued] = [runOf(5), runOf(6), runOf(7)];
  await problem.create(signedBy(ada));
  await problem.submit();
  await problem.addRunner(agentId, 0);
  await problem.claim(agentId, 0, { unit: 0 });
  await problem.complete(0, 1, { code: 'git.failed', message: 'There is no such branch.' });
  await problem.finish();
  await timedOut.begin(signedBy(ada), agentId, tests);
  await timedOut.start([['adds', 'removes', 'pays', 'ships']]);
  await timedOut.claim(agentId, 0, { unit: 1, tests: ['adds', 'removes', 'pays', 'ships'] });
  await timedOut.report(1, [starts('adds')]);
  await timedOut.timeOut();
  await timedOut.lose(1, 1, 'runEnded');
  await queued.create(signedBy(ada));
  return { problem, timedOut, queued };
}

/** A reaction that kept failing, until somebody retried it. */
async function recordSetAsideReactions(log: EventLog): Promise<void> {
  const [policy, eventId] = ['quarantineFlaky', 'event-1'];
  const reactionId = reactionIdOf(policy, eventId);
  const error = 'TypeError: cannot read the run';
  const place = { eventType: 'TestRunFinished', stream: 'testRun-1', revision: 7, position: 'epoch-1' };
  const command = {
    type: 'setAsideReaction' as const,
    reactionId,
    policy,
    group: 'settings',
    eventId,
    ...place,
    error,
  };
  await log.handle(reactionDecider, reactionId, command, signedBy(ada));
  await log.handle(reactionDecider, reactionId, { type: 'retryReaction' }, signedBy(ada));
}

export type RecordedHistory = Awaited<ReturnType<typeof recordHistory>>;

/** A history of two accounts with almost every kind of event. */
export async function recordHistory(log: EventLog) {
  await recordSetting(log);
  await quarantine(log, acme, shop, 'ships');
  const passed = await recordPassed(log);
  const failed = await recordFailed(log);
  const rerun = await recordRerun(log, failed);
  const canceled = await recordCanceled(log);
  const shown = await recordShown(log);
  const dequarantine = { type: 'dequarantineTest' as const, projectId: shop, testId: testId('ships') };
  await log.handle(projectTestsDecider, shop, dequarantine, signedBy(ada));
  await quarantine(log, acme, shop, 'pays');
  await limitQuarantine(log, 'pays', passed.id);
  await suggestRename(log, 'adds', passed.id);
  const uploaded = await recordUploaded(log);
  const copied = await recordCopied(log);
  await recordSetAsideReactions(log);
  await recordTalk(log, rerun);
  return { passed, failed, rerun, canceled, shown, uploaded, copied, ...(await recordOthers(log)) };
}
