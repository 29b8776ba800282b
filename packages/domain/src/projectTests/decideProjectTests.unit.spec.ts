import type { ProjectId, TestId } from '@assay/contract';
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

  it('treats each test separately', () => {
    tests(quarantined)
      .when({ type: 'dequarantineTest', ...test, testId: 'b' as TestId })
      .gives();
  });
});
