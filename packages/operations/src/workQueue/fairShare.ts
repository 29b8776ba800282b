import type { AccountId, TestRunId } from '@assay/contract';
import type { SeatPools } from './seatPlaces.ts';
import type { WorkKind, WorkSeatRow } from './workRows.ts';

/** The state of a run's seats of one kind. */
export type Standing = Pick<
  WorkSeatRow,
  'testRunId' | 'accountId' | 'kind' | 'priority' | 'runCreatedAt' | 'takesTurns'
> &
  SeatPools & {
    /** Free seats at which there may be work. */
    open: number;
    held: number;
  };

/** The run that a slot currently works for. */
export type Place = { testRunId: TestRunId; accountId: AccountId; priority: number };

type Shares = { ofAccount: ReadonlyMap<AccountId, number>; ofRun: ReadonlyMap<TestRunId, number> };

function sharesOf(standings: readonly Standing[]): Shares {
  const ofAccount = new Map<AccountId, number>();
  const ofRun = new Map<TestRunId, number>();
  for (const { accountId, testRunId, held } of standings) {
    ofAccount.set(accountId, (ofAccount.get(accountId) ?? 0) + held);
    ofRun.set(testRunId, (ofRun.get(testRunId) ?? 0) + held);
  }
  return { ofAccount, ofRun };
}

/** Set-ups are short, and others wait for their results. */
const kindOrder: Record<WorkKind, number> = { setup: 0, tests: 1 };

/**
 * The run that a free slot goes to: one of the account with the fewest working runners, so that nobody waits for
 * another's thousands of tests; within it set-ups first, then by priority (higher first), then the run with the fewest
 * runners, then the oldest.
 * @returns null when no seat is open
 */
export function nextFor(standings: readonly Standing[]): Standing | null {
  const { ofAccount, ofRun } = sharesOf(standings);
  const of = <Key>(shares: ReadonlyMap<Key, number>, key: Key) => shares.get(key) ?? 0;
  const [next] = standings
    .filter(({ open }) => open > 0)
    .sort(
      (a, b) =>
        of(ofAccount, a.accountId) - of(ofAccount, b.accountId) ||
        kindOrder[a.kind] - kindOrder[b.kind] ||
        b.priority - a.priority ||
        of(ofRun, a.testRunId) - of(ofRun, b.testRunId) ||
        a.runCreatedAt.getTime() - b.runCreatedAt.getTime(),
    );
  return next ?? null;
}

/**
 * Whether a slot that finished a unit moves to another run although its own has more work. A slot that stays can reuse
 * its workspace, so it moves only to balance: to a run or account without runners, to one with two runners fewer, or to
 * a more urgent run of its own account.
 * @param standings still counting the slot itself at its place
 * @returns the run it moves to; null to stay
 */
export function betterFor(place: Place, standings: readonly Standing[]): Standing | null {
  const others = standings.filter(({ testRunId }) => testRunId !== place.testRunId);
  const { ofAccount, ofRun } = sharesOf(standings);
  const isFewer = (there: number, here: number) => there === 0 || there + 1 < here;
  const isBetter = ({ testRunId, accountId, priority }: Standing): boolean => {
    if (accountId !== place.accountId) {
      return isFewer(ofAccount.get(accountId) ?? 0, ofAccount.get(place.accountId) ?? 0);
    }
    if (priority !== place.priority) return priority > place.priority;
    return isFewer(ofRun.get(testRunId) ?? 0, ofRun.get(place.testRunId) ?? 0);
  };
  // Filter first: the best of all others may belong to an account that already has its share.
  const better = new Set(others.filter((standing) => standing.open > 0 && isBetter(standing)));
  return nextFor(standings.map((standing) => (better.has(standing) ? standing : { ...standing, open: 0 })));
}
