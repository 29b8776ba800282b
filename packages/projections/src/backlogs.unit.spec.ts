import type { AccountId, Position } from '@assay/contract';
import type { EventLog, RecordedEvent } from '@assay/event-log';
import { eventually } from '../../../test/support/eventually.ts';
import { openBacklogs } from './backlogs.ts';

const at = (commit: number) => `history-${String(commit).padStart(20, '0')}` as Position;
const acme = 'acme' as AccountId;
const globex = 'globex' as AccountId;

/** Of about 500 characters where it is long, and 100 where not. */
const event = (accountId: AccountId, commit: number, isLong: boolean) => {
  const data = { text: 'x'.repeat(isLong ? 400 : 1) };
  return { position: at(commit), type: 'ProjectCreated', envelope: { accountId }, data } as unknown as RecordedEvent;
};

/** Backlogs that keep at most 1,100 characters of an account, and note what they apply and from where they read. */
function openTestBacklogs() {
  const [applied, readFrom]: [Position[], Parameters<EventLog['subscribe']>[0]['from'][]] = [[], []];
  const backlogs = openBacklogs({
    subscribe: ({ from }) => {
      readFrom.push(from);
      return { stop: async () => undefined, ended: Promise.resolve() };
    },
    share: 1,
    kept: 100,
    keptLength: 1_100,
    handedOut: () => at(100),
    // No turn begins before all that waits was added.
    inTurn: (work) => new Promise(setImmediate).then(work),
    project: async (events) => {
      applied.push(...events.map(({ position }) => position));
      return [];
    },
    tell: async () => undefined,
    fail: (error) => {
      throw error;
    },
  });
  const add = (accountId: AccountId, commits: number[], isLong: boolean) => {
    const events = commits.map((commit) => event(accountId, commit, isLong));
    backlogs.add(accountId, at((commits[0] ?? 1) - 1), events);
  };
  return { backlogs, applied, readFrom, add };
}

describe('backlogs', () => {
  it('keep what is short, and read nothing again', async () => {
    const { backlogs, applied, readFrom, add } = openTestBacklogs();
    add(acme, [1, 2, 3, 4], false);
    await eventually(() => backlogs.behind.size === 0);
    expect([applied, readFrom]).toEqual([[1, 2, 3, 4].map(at), []]);
  });

  it('read what follows the last that was kept, where the texts of an account are long', async () => {
    const { backlogs, applied, readFrom, add } = openTestBacklogs();
    add(acme, [1, 2, 3, 4], true);
    await eventually(() => readFrom.length > 0);
    expect([applied, readFrom]).toEqual([[1, 2].map(at), [at(2)]]);
    expect(backlogs.behind.get(acme)).toBe(at(2));
  });

  it('have room again for what follows, once what they kept was applied', async () => {
    const { backlogs, applied, readFrom, add } = openTestBacklogs();
    for (const commits of [
      [1, 2],
      [3, 4],
      [5, 6],
    ]) {
      add(acme, commits, true);
      await eventually(() => backlogs.behind.size === 0);
    }
    expect([applied, readFrom]).toEqual([[1, 2, 3, 4, 5, 6].map(at), []]);
  });

  it('keep twice as much of all accounts together, and one event of each in any case', async () => {
    const { backlogs, readFrom, add } = openTestBacklogs();
    add(acme, [1, 2], true);
    add(globex, [3, 4], true);
    add('third' as AccountId, [5, 6], true);
    await eventually(() => backlogs.behind.size === 1);
    await eventually(() => readFrom.length > 0);
    expect(readFrom).toEqual([at(5)]);
  });
});
