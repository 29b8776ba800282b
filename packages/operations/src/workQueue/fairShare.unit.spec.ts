import type { AccountId, TestRunId } from '@assay/contract';
import { betterFor, nextFor, type Place, type Standing } from './fairShare.ts';

const standing = (name: string, changed: Partial<Standing> = {}): Standing => ({
  testRunId: name as TestRunId,
  accountId: 'acme' as AccountId,
  kind: 'tests',
  priority: 1,
  runCreatedAt: new Date('2026-03-01T12:00:00.000Z'),
  linuxPoolId: null,
  windowsPoolId: null,
  open: 5,
  held: 0,
  ...changed,
});
const other = { accountId: 'other' as AccountId };
const younger = { runCreatedAt: new Date('2026-03-01T13:00:00.000Z') };
const placeAt = ({ testRunId, accountId, priority }: Standing): Place => ({ testRunId, accountId, priority });

describe('a free slot goes', () => {
  it.each<[string, Standing[]]>([
    ['to the account with the fewest runners', [standing('a', { held: 2, priority: 9 }), standing('next', other)]],
    ['to a set-up first', [standing('a', { priority: 9 }), standing('next', { kind: 'setup' })]],
    ['to the more urgent run', [standing('a'), standing('next', { priority: 2, held: 3 })]],
    ['to the run with fewer runners', [standing('a', { held: 1 }), standing('next', younger)]],
    ['to the older run', [standing('a', younger), standing('next')]],
    ['where a seat is open', [standing('a', { open: 0, priority: 9 }), standing('next', { held: 9 })]],
  ])('%s', (_, standings) => {
    expect(nextFor(standings)?.testRunId).toBe('next');
    expect(nextFor([...standings].reverse())?.testRunId).toBe('next');
  });

  it('nowhere if all seats are taken', () => {
    expect(nextFor([])).toBeNull();
    expect(nextFor([standing('a', { open: 0 })])).toBeNull();
  });
});

describe('a slot that finished a unit', () => {
  const here = (changed: Partial<Standing> = {}) => standing('here', { held: 1, ...changed });

  it.each<[string, Standing, Standing]>([
    ['another account without runners', here(), standing('there', other)],
    ['an account that has two runners fewer', here({ held: 4 }), standing('there', { ...other, held: 2 })],
    ['a more urgent run of its account', here(), standing('there', { priority: 2, held: 5 })],
    ['a run of its account without runners', here(), standing('there')],
    ['a run of its account that has two runners fewer', here({ held: 3 }), standing('there', { held: 1 })],
  ])('moves to %s', (_, at, there) => {
    expect(betterFor(placeAt(at), [at, there])?.testRunId).toBe('there');
  });

  it.each<[string, Standing, Standing]>([
    ['another has about as many', here({ held: 2 }), standing('there', { held: 1 })],
    ['another account has about as many', here({ held: 2 }), standing('there', { ...other, held: 1 })],
    ['the waiting run is less urgent', here({ priority: 2 }), standing('there')],
    [
      'the urgent run belongs to an account that has its share',
      here(),
      standing('there', { ...other, held: 1, priority: 9 }),
    ],
    ['the other has no free seat', here(), standing('there', { open: 0 })],
  ])('stays where %s', (_, at, there) => {
    expect(betterFor(placeAt(at), [at, there])).toBeNull();
  });

  it('moves even if the first account in line already has its share', () => {
    const waiting = standing('waiting', { accountId: 'third' as AccountId });
    const at = here({ held: 4 });
    expect(betterFor(placeAt(at), [at, standing('full', { ...other, held: 4 }), waiting])?.testRunId).toBe('waiting');
  });
});
