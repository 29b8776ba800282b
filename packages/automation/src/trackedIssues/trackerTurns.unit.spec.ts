import type { AccountId } from '@assay/contract';
import type { Tracker } from '@assay/integrations';
import type { AttemptToSettle, IssueToRead } from '@assay/projections';
import type { AutomationDeps } from '../automationDeps.ts';
import type { Job } from '../jobs/jobs.ts';
import { readIssueStatuses } from './readIssueStatuses.ts';
import { settleIssueAttempts } from './settleIssueAttempts.ts';
import { TrackerTurns } from './trackerTurns.ts';

/** More than are asked at the same time. */
const slowOnes = Array.from({ length: 20 }, (_, index) => `slow-${index}` as AccountId);
const fast = 'fast' as AccountId;
const turnMs = 20;

type Deps = Pick<AutomationDeps, 'eventLog' | 'readModels' | 'log' | 'trackerFor'>;
const log = { info: () => undefined, warn: () => undefined };

describe('the turns of accounts at their trackers', () => {
  it('a failure of one account stops no other, and is not the end of its own', async () => {
    const turns = new TrackerTurns<string>(turnMs);
    const done: string[] = [];
    const groups = new Map([
      ['broken', 'of the first'],
      ['whole', 'of the second'],
    ]);
    const work = (key: string, group: string) => {
      done.push(group);
      return key === 'broken' ? Promise.reject(new Error('unreadable')) : Promise.resolve();
    };
    await turns.take(groups, work, log);
    await turns.take(groups, work, log);
    expect(done).toEqual(['of the first', 'of the second', 'of the first', 'of the second']);
  });

  const reads: Record<string, (begun: string[]) => { job: Job<Deps>; tracker: (id: AccountId) => Partial<Tracker> }> = {
    readIssueStatuses: (begun) => ({
      job: readIssueStatuses(new TrackerTurns(turnMs)),
      tracker: (id) => ({
        statuses: () => {
          begun.push(id);
          return id === fast ? Promise.resolve(new Map()) : new Promise(() => undefined);
        },
      }),
    }),
    settleIssueAttempts: (begun) => ({
      job: settleIssueAttempts(new TrackerTurns(turnMs)),
      tracker: (id) => ({
        findCreated: () => {
          begun.push(id);
          return id === fast ? Promise.resolve(null) : new Promise(() => undefined);
        },
      }),
    }),
  };

  it.each(Object.keys(reads))('in %s trackers that never come to their end hold up no other account', async (name) => {
    const begun: string[] = [];
    const { job, tracker } = reads[name]?.(begun) ?? {};
    if (!job || !tracker) throw new Error('no such job');
    const requested = { status: 'requested', requestedAt: '2026-11-01T10:00:00Z', trackerProjectId: 'shop' };
    /** Fakes of what the jobs use: every account has one issue, or attempt, and is connected. */
    const deps = {
      log,
      eventLog: {
        load: (_decider: unknown, id: string) =>
          Promise.resolve({
            state: id.startsWith('project-') ? new Map([['issue', requested]]) : { status: 'active', id },
          }),
        handle: () => Promise.resolve(),
      },
      readModels: {
        issuesToRead: () => Promise.resolve([...slowOnes, fast].map(issueOf)),
        attemptsToSettle: () => Promise.resolve([...slowOnes, fast].map(issueOf)),
      },
      trackerFor: ({ id }: { id: string }) => Promise.resolve(tracker(id.split('.')[0] as AccountId)),
    } as unknown as Deps;
    const now = new Date('2026-11-29T10:00:00Z');
    await job.run(deps, now);
    expect(begun).toEqual([...slowOnes, fast]);
    await job.run(deps, new Date(now.getTime() + 3_600_000));
    // What is not done yet is not begun again.
    expect(begun).toEqual([...slowOnes, fast, fast]);
  });
});

function issueOf(accountId: AccountId): IssueToRead & AttemptToSettle {
  return {
    ...{ accountId, projectId: `project-${accountId}`, trackedIssueId: 'issue', provider: 'Jira', unsure: false },
    ...{ issueId: '1', issueKey: 'SHOP-1', url: 'https://jira.example/browse/SHOP-1', statusName: 'Open' },
    category: 'TO_DO',
  } as IssueToRead & AttemptToSettle;
}
