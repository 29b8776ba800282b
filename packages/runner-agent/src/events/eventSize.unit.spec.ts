import { agentProtocol, type TestId, UnitEvent } from '@assay/contract';
import { Value } from 'typebox/value';
import { eventBytes, fitEvent } from './eventSize.ts';

const finished = {
  type: 'testFinished' as const,
  testId: 'a' as TestId,
  attempt: 1,
  status: 'FAIL' as const,
  final: true,
  timedOut: false,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  artifacts: [],
};

describe('fitting an event into a post', () => {
  it('leaves short texts alone', () => {
    const event = { ...finished, error: 'no', stackTrace: null, output: 'out', processOutput: null };
    expect(fitEvent(event)).toEqual(event);
  });

  it("truncates each text to the protocol's limit", () => {
    const event = fitEvent({ ...finished, output: 'o'.repeat(3 * agentProtocol.textLimit) });
    expect(Value.Check(UnitEvent, event)).toBe(true);
    expect(JSON.stringify(event)).toContain('characters left out by Assay');
  });

  it('truncates texts further that JSON makes long, the longest first', () => {
    const escapes = '\u001b'.repeat(agentProtocol.textLimit);
    const event = fitEvent({ ...finished, error: 'the reason', output: escapes, processOutput: escapes });
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(eventBytes);
    expect(event).toMatchObject({ error: 'the reason' });
  });
});
