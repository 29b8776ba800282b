import type { ProjectId, TestId, TestRunId, UserId } from '@assay/contract';
import type { ProjectTestsEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { projectTestsDecider } from './decideProjectTests.ts';

const test = { projectId: 'shop' as ProjectId, testId: 'a' as TestId };
const facts = { ...test, file: 'a.spec.ts', name: 'adds', reason: 'flaky since Monday' };
const quarantined: ProjectTestsEvent = { type: 'TestQuarantined', data: facts };
const dequarantined: ProjectTestsEvent = { type: 'TestDequarantined', data: test };
const tests = (...events: ProjectTestsEvent[]) => given(projectTestsDecider, ...events);

describe("a project's quarantine", () => {
  it('takes a test in once', () => {
    tests()
      .when({ type: 'quarantineTest', ...facts })
      .gives(quarantined);
    tests(quarantined)
      .when({ type: 'quarantineTest', ...facts, reason: null })
      .gives();
  });

  it('releases a test once', () => {
    tests(quarantined)
      .when({ type: 'dequarantineTest', ...test })
      .gives(dequarantined);
    tests()
      .when({ type: 'dequarantineTest', ...test })
      .gives();
  });

  it('takes a released test in again', () => {
    tests(quarantined, dequarantined)
      .when({ type: 'quarantineTest', ...facts })
      .gives(quarantined);
  });

  const [until, later] = ['2026-12-01T00:00:00.000Z', '2026-12-08T00:00:00.000Z'];
  const termsSet = (end: string | null, ownerUserId: UserId | null = null): ProjectTestsEvent => ({
    type: 'QuarantineTermsSet',
    data: { ...test, until: end, ownerUserId },
  });

  it('has an end and a person in charge; omitted ones stay', () => {
    const ada = 'ada' as UserId;
    const command = { type: 'quarantineTest' as const, ...facts };
    tests()
      .when({ ...command, until, ownerUserId: ada })
      .gives(quarantined, termsSet(until, ada));
    tests(quarantined, termsSet(until, ada))
      .when({ ...command, until: later })
      .gives(termsSet(later, ada));
    tests(quarantined, termsSet(until, ada))
      .when({ ...command, until: null, ownerUserId: null })
      .gives(termsSet(null));
    tests(quarantined, termsSet(until, ada))
      .when({ ...command, until })
      .gives();
    tests(quarantined, termsSet(until, ada)).when(command).gives();
  });

  it('ends at its time, unless it was extended since', () => {
    const lapse = { type: 'lapseQuarantine' as const, ...test, until };
    tests(quarantined, termsSet(until)).when(lapse).gives(dequarantined);
    tests(quarantined, termsSet(until), termsSet(later)).when(lapse).gives();
    tests(quarantined).when(lapse).gives();
    tests().when(lapse).gives();
  });

  it('is reminded of once for each end', () => {
    const reminder = { ...test, testRunId: 'r1' as TestRunId, userId: 'ada' as UserId, until };
    const remind = { type: 'remindOfQuarantine' as const, ...reminder };
    const reminded: ProjectTestsEvent = { type: 'QuarantineReminded', data: reminder };
    tests(quarantined, termsSet(until)).when(remind).gives(reminded);
    tests(quarantined, termsSet(until), reminded).when(remind).gives();
    tests(quarantined, termsSet(until), reminded, termsSet(later))
      .when({ ...remind, until: later })
      .gives({ ...reminded, data: { ...reminder, until: later } });
    tests(quarantined).when(remind).gives();
  });

  it('names each issue once at a test, and up to ten', () => {
    const named = { ...test, file: 'a.spec.ts', name: 'adds' };
    const add = (key: string) => ({ type: 'addIssueKey' as const, ...named, key });
    const added = (key: string): ProjectTestsEvent => ({ type: 'TestIssueKeyAdded', data: { ...named, key } });
    const removed = (key: string): ProjectTestsEvent => ({ type: 'TestIssueKeyRemoved', data: { ...test, key } });
    const ten = Array.from({ length: 10 }, (_, number) => added(`SHOP-${number + 1}`));
    tests().when(add('SHOP-1')).gives(added('SHOP-1'));
    tests(added('SHOP-1')).when(add('SHOP-1')).gives();
    tests(...ten)
      .when(add('SHOP-11'))
      .refuses('projectTest.tooManyIssueKeys');
    tests(...ten, removed('SHOP-3'))
      .when(add('SHOP-11'))
      .gives(added('SHOP-11'));
    tests(...ten)
      .when({ ...add('SHOP-11'), testId: 'b' as TestId })
      .gives({ type: 'TestIssueKeyAdded', data: { ...named, testId: 'b' as TestId, key: 'SHOP-11' } });
    const remove = { type: 'removeIssueKey' as const, ...test, key: 'SHOP-1' };
    tests(added('SHOP-1')).when(remove).gives(removed('SHOP-1'));
    tests(added('SHOP-1'), removed('SHOP-1')).when(remove).gives();
  });

  it('treats each test separately', () => {
    tests(quarantined)
      .when({ type: 'dequarantineTest', ...test, testId: 'b' as TestId })
      .gives();
  });
});
