import type { AccountId, Position } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { divideBatch } from './shares.ts';

const [acme, globex] = ['acme', 'globex'] as AccountId[] as [AccountId, AccountId];
const at = (commit: number) => `history-${String(commit).padStart(20, '0')}` as Position;

/** An event that tells of some tests: it counts for one more. */
function event(commit: number, accountId: AccountId | null, tests: number): RecordedEvent {
  const told = { data: { results: Array(tests).fill({}) }, position: at(commit), envelope: { accountId } };
  return told as unknown as RecordedEvent;
}

const divide = (events: RecordedEvent[], behind: AccountId[] = []) => {
  const { granted, exceeded, waiting } = divideBatch(events, 10, (accountId) => behind.includes(accountId));
  const positions = (some: readonly RecordedEvent[]) => some.map(({ position }) => position);
  return {
    granted: positions(granted),
    exceeded: Object.fromEntries(exceeded),
    waiting: Object.fromEntries([...waiting].map(([accountId, own]) => [accountId, positions(own)])),
  };
};

describe('a batch divided among accounts', () => {
  it('goes on with others where an account has used up its share', () => {
    const events = [event(1, acme, 5), event(2, globex, 3), event(3, acme, 5), event(4, globex, 3)];
    expect(divide(events)).toEqual({
      granted: [at(1), at(2), at(4)],
      exceeded: { acme: at(2) },
      waiting: { acme: [at(3)] },
    });
  });

  it('leaves everything of an account in order: once one event waits, later ones do, however small', () => {
    const events = [event(1, acme, 5), event(2, acme, 5), event(3, acme, 0)];
    expect(divide(events)).toEqual({ granted: [at(1)], exceeded: { acme: at(1) }, waiting: { acme: [at(2), at(3)] } });
  });

  it('grants an event that is larger than a share', () => {
    expect(divide([event(1, acme, 50), event(2, globex, 50)])).toEqual({
      granted: [at(1), at(2)],
      exceeded: {},
      waiting: {},
    });
  });

  it('grants nothing to an account that waits already', () => {
    expect(divide([event(1, acme, 1), event(2, globex, 1)], [acme])).toEqual({
      granted: [at(2)],
      exceeded: {},
      waiting: { acme: [at(1)] },
    });
  });

  it('grants everything that belongs to no account', () => {
    const events = [event(1, null, 50), event(2, null, 50)];
    expect(divide(events)).toEqual({ granted: [at(1), at(2)], exceeded: {}, waiting: {} });
  });
});
