import { type AgentId, type EnvironmentId, noTotals, type Position, type ProjectId } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { DomainEvent, TestRunCreated } from '@assay/event-schemas';
import { requestFor } from '../../../../test/support/runStory.ts';
import { signedBy } from '../../../../test/support/storesUnderTest.ts';
import { openRunAfter } from './openRun.ts';

const request = (changed: Partial<TestRunCreated> = {}) =>
  requestFor({ projectId: 'shop' as ProjectId, environmentId: 'staging' as EnvironmentId, number: 1 }, changed);
const { testRunId } = request();

function recorded(event: DomainEvent): RecordedEvent {
  const envelope = { ...signedBy('ada'), occurredAt: '2026-03-01T12:00:00.000Z', schemaVersion: 1 };
  return { ...event, id: 'e', stream: 's', revision: 0, position: 'history-1' as Position, envelope } as RecordedEvent;
}
const created = (changed: Partial<TestRunCreated> = {}): DomainEvent => ({
  type: 'TestRunCreated',
  data: request({ testRunId, ...changed }),
});
const after = (...events: DomainEvent[]) =>
  events.map(recorded).reduce<ReturnType<typeof openRunAfter>>(openRunAfter, null);

const submitted: DomainEvent = { type: 'TestRunSubmitted', data: { testRunId } };

describe('an open run', () => {
  it('waits until it is admitted, and begins with its set-up', () => {
    expect(after(created())).toMatchObject({ testRunId, accountId: 'acme', queued: true, startedAt: null });
    expect(after(created(), submitted)).toMatchObject({ queued: false, startedAt: null });
    const setUp: DomainEvent = { type: 'TestRunSetupStarted', data: { testRunId, agentId: 'agent' as AgentId } };
    expect(after(created(), submitted, setUp)).toMatchObject({ queued: false, startedAt: '2026-03-01T12:00:00.000Z' });
  });

  it('is open no longer once it is canceled, and what comes after that does not open it again', () => {
    const data = { testRunId, from: 'QUEUED' as const, totals: noTotals, supersededBy: null };
    const canceled: DomainEvent = { type: 'TestRunCanceled', data };
    expect(after(created(), canceled)).toBeNull();
    expect(after(created(), canceled, submitted)).toBeNull();
  });

  it('is not one whose results were uploaded: nothing runs for it', () => {
    const upload = { commit: null, testCount: 5, quarantinedCount: 0, files: [] };
    expect(after(created({ upload }))).toBeNull();
  });

  it('asks for the same as another whatever the order of its tags, and a rerun for nothing', () => {
    const asks = (changed: Partial<TestRunCreated>) => after(created(changed))?.asksFor;
    expect(asks({ includeTags: ['@a', '@b'] })).toBe(asks({ includeTags: ['@b', '@a'] }));
    expect(asks({ includeTags: ['@a'] })).not.toBe(asks({ excludedTags: ['@a'] }));
    expect(asks({ branch: 'main' })).not.toBe(asks({ branch: 'other' }));
    expect(asks({ rerunOf: { testRunId, kind: 'whole', firstTestRunId: testRunId } })).toBeNull();
  });
});
