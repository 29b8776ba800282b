import type { AccountId, ProjectId, UserId } from '@assay/contract';
import type { ClaimedQuestion, OwnersOfFiles } from '@assay/operations';
import { eventually } from '../../../../test/support/eventually.ts';
import { answerOwnerQuestions } from './answerOwnerQuestions.ts';

const owners: OwnersOfFiles = [{ file: 'cart.spec.ts', userIds: ['ada' as UserId] }];
const asked = (id: string, accountId: string, waitMs = 3_600_000): ClaimedQuestion => ({
  id,
  accountId: accountId as AccountId,
  projectId: 'shop' as ProjectId,
  commit: 'c0ffee',
  files: ['cart.spec.ts'],
  waitMs,
});

describe('questions about owners that an api process answers', () => {
  let open: ClaimedQuestion[];
  let answers: Map<string, OwnersOfFiles>;
  let released: [id: string, afterMs?: number][];
  /** Whether the question with this id is still waited for, by the signal that its reader has. */
  let signals: Map<string, AbortSignal>;
  /** Whose repositories have been read, in order. */
  let read: string[];
  let answering: { stop(): Promise<void> };

  /** Repositories of the accounts never answer; all others answer at once. */
  function start(questions: ClaimedQuestion[], silentAccounts: readonly string[]): void {
    [open, answers, released, read, signals] = [questions, new Map(), [], [], new Map()];
    answering = answerOwnerQuestions(
      {
        claim: async (busy) => {
          const index = open.findIndex(({ accountId }) => !busy.includes(accountId));
          return index === -1 ? null : (open.splice(index, 1)[0] ?? null);
        },
        release: async (...given) => void released.push(given),
        answer: async (id, given) => void answers.set(id, given),
      },
      ({ id, accountId }, signal) => {
        read.push(id);
        signals.set(id, signal);
        if (accountId === 'unreachable') return Promise.reject(new Error('git is unreachable'));
        return silentAccounts.includes(accountId) ? new Promise(() => undefined) : Promise.resolve(owners);
      },
      { info: () => undefined },
    );
  }

  it('are not delayed by a repository of another account that never answers', async () => {
    start([asked('slow', 'acme'), asked('fast', 'globex')], ['acme']);
    await eventually(() => (answers.has('fast') ? true : null));
    expect([...answers]).toEqual([['fast', owners]]);
    await answering.stop();
  });

  it('are read four at a time, and one of each account', async () => {
    const accounts = ['a', 'b', 'c', 'd', 'e'];
    start(
      accounts.flatMap((account) => [asked(`${account}1`, account), asked(`${account}2`, account)]),
      accounts,
    );
    await eventually(() => (read.length >= 4 ? true : null));
    await answering.stop();
    expect(read).toEqual(['a1', 'b1', 'c1', 'd1']);
  });

  it('are read one after the other where they are of one account', async () => {
    start([asked('one', 'acme'), asked('two', 'acme')], []);
    await eventually(() => (answers.size === 2 ? true : null));
    expect(read).toEqual(['one', 'two']);
    await answering.stop();
  });

  it('are given up once their asker has gone, for the next question of the account', async () => {
    start([asked('gone', 'acme', 5), asked('next', 'acme')], ['acme']);
    await eventually(() => (read.includes('next') ? true : null));
    expect(released).toEqual([['gone']]);
    expect(signals.get('gone')?.aborted).toBe(true);
    expect(answers.size).toBe(0);
    await answering.stop();
  });

  it('are given back for a later attempt when the repository cannot be read', async () => {
    start([asked('one', 'unreachable')], []);
    await eventually(() => (released.length === 1 ? true : null));
    expect(released).toEqual([['one', 5_000]]);
    expect(answers.size).toBe(0);
    await answering.stop();
  });

  it('are given back by a process that stops, which waits for no repository', async () => {
    start([asked('slow', 'acme')], ['acme']);
    await eventually(() => (read.length === 1 ? true : null));
    await answering.stop();
    expect(released).toEqual([['slow']]);
    expect(signals.get('slow')?.aborted).toBe(true);
    expect(answers.size).toBe(0);
  });
});
