import type { AccountId } from '@assay/contract';
import { RecentChanges } from './recentChanges.ts';

const account = 'a1' as AccountId;
const other = 'a2' as AccountId;

function recentChanges() {
  const clock = { now: 0 };
  const changes = new RecentChanges(() => clock.now);
  clock.now = 100_000;
  return { clock, changes };
}

describe('whether a topic has changed lately', () => {
  it('is asked by account and topic', () => {
    const { clock, changes } = recentChanges();
    changes.changed(account, 'testRuns');
    clock.now += 3_000;
    expect(changes.hasChanged(account, 'testRuns', 4_000)).toBe(true);
    expect(changes.hasChanged(account, 'testRuns', 1_000)).toBe(false);
    expect(changes.hasChanged(account, 'projects', 4_000)).toBe(false);
    expect(changes.hasChanged(other, 'testRuns', 4_000)).toBe(false);
  });

  it('counts a change just before, as a subscription may arrive after the read that it belongs to', () => {
    const { clock, changes } = recentChanges();
    changes.changed(account, 'testRuns');
    clock.now += 500;
    expect(changes.hasChanged(account, 'testRuns', 0)).toBe(true);
  });

  it('counts changes of all accounts', () => {
    const { clock, changes } = recentChanges();
    changes.changed(null, 'agents');
    clock.now += 1_500;
    expect(changes.hasChanged(account, 'agents', 1_000)).toBe(true);
  });

  it('is yes where it is not known: after a gap, before the start, and long ago', () => {
    const { clock, changes } = recentChanges();
    expect(changes.hasChanged(account, 'testRuns', 59_500)).toBe(true);
    changes.gap();
    expect(changes.hasChanged(account, 'testRuns', 10)).toBe(true);
    clock.now += 5_000;
    expect(changes.hasChanged(account, 'testRuns', 10)).toBe(false);
    expect(new RecentChanges(() => clock.now).hasChanged(account, 'testRuns', 10)).toBe(true);
  });

  it('forgets what is older than a minute', () => {
    const { clock, changes } = recentChanges();
    changes.changed(account, 'testRuns');
    clock.now += 70_000;
    changes.changed(account, 'projects');
    expect(changes.hasChanged(account, 'testRuns', 40_000)).toBe(false);
  });
});
