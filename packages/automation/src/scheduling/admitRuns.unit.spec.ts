import type { EnvironmentId, TestRunId } from '@assay/contract';
import { admitRuns, type WaitingRun } from './admitRuns.ts';

const staging = 'staging' as EnvironmentId;
const production = 'production' as EnvironmentId;
const waiting = (name: string, changed: Partial<WaitingRun> = {}): WaitingRun => ({
  testRunId: name as TestRunId,
  environmentId: staging,
  priority: 1,
  createdAt: '2026-03-01T12:00:00.000Z',
  ...changed,
});
const at = (minute: number) => `2026-03-01T12:0${minute}:00.000Z`;
const limits = (limit: number) => new Map([[staging, limit]]);
const none = new Map<EnvironmentId, number>();

const admitted = (...asked: Parameters<typeof admitRuns>) => admitRuns(...asked).map(({ testRunId }) => testRunId);

describe('runs are admitted', () => {
  it('by priority, then by age, then by id, so that it is never random', () => {
    const queued = [
      waiting('young', { createdAt: at(5) }),
      waiting('urgent', { priority: 9, createdAt: at(9) }),
      waiting('twin-b', { createdAt: at(3) }),
      waiting('twin-a', { createdAt: at(3) }),
      waiting('old', { createdAt: at(1) }),
    ];
    const expected = ['urgent', 'old', 'twin-a', 'twin-b', 'young'];
    expect(admitted(queued, none, none)).toEqual(expected);
    expect(admitted([...queued].reverse(), none, none)).toEqual(expected);
  });

  it('all at once where their environment has no limit, or one of 0', () => {
    const queued = [waiting('a'), waiting('b'), waiting('c')];
    expect(admitted(queued, new Map([[staging, 50]]), none)).toHaveLength(3);
    expect(admitted(queued, new Map([[staging, 50]]), limits(0))).toHaveLength(3);
  });

  it('until their environment is full, with those that run already', () => {
    const queued = [waiting('a', { createdAt: at(1) }), waiting('b', { createdAt: at(2) })];
    expect(admitted(queued, none, limits(1))).toEqual(['a']);
    expect(admitted(queued, new Map([[staging, 1]]), limits(2))).toEqual(['a']);
    expect(admitted(queued, new Map([[staging, 1]]), limits(1))).toEqual([]);
    expect(admitted(queued, new Map([[staging, 3]]), limits(1))).toEqual([]);
  });

  it('past those that wait for another environment, however urgent these are', () => {
    const queued = [waiting('stuck', { priority: 9 }), waiting('free', { environmentId: production })];
    expect(admitted(queued, new Map([[staging, 1]]), limits(1))).toEqual(['free']);
  });
});
