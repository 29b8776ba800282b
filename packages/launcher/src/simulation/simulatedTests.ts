import type { TestId } from '@assay/contract';
import type { SimulatedResult } from './simulatedRun.ts';

/** When a test is run: the day of the month, from 0 on, and what chance brings. */
export type Moment = { day: number; random: () => number };
type Attempts = SimulatedResult['attempts'];
type SimulatedTest = { name: string; attemptsAt: (moment: Moment) => Attempts; quarantined?: true };
export type SimulatedTests = { file: string; tests: readonly SimulatedTest[] };

const steady = (name: string, ms: number): SimulatedTest => ({
  name,
  attemptsAt: ({ random }) => [{ status: 'PASS', durationMs: Math.round(ms * (0.95 + random() * 0.1)) }],
});
const failing = (name: string, fails: (moment: Moment) => boolean, quarantined?: true): SimulatedTest => ({
  name,
  attemptsAt: (moment) => [{ status: fails(moment) ? 'FAIL' : 'PASS', durationMs: 400 }],
  ...(quarantined && { quarantined }),
});
/**
 * Fails now and then, and passes when it is tried again.
 * @param isDead whether that does not help; luck is a number from 0 to 1, below the share when it fails
 */
const retried = (
  name: string,
  share: (day: number) => number,
  isDead = (_day: number, _luck: number) => false,
): SimulatedTest => ({
  name,
  attemptsAt: ({ day, random }) => {
    const [passes, fails] = [
      { status: 'PASS' as const, durationMs: 700 },
      { status: 'FAIL' as const, durationMs: 900 },
    ];
    const luck = random();
    if (isDead(day, luck)) return [fails, fails];
    return luck < share(day) ? [fails, passes] : [passes];
  },
});

/**
 * A team that retries: one test is flaky, one was until day 26 and only failed for five days of these, one was broken for four
 * days, two are quarantined, of which one does not fail any more.
 */
export const web: SimulatedTests = {
  file: 'shop.spec.ts',
  tests: [
    steady('opens the shop', 900),
    steady('searches', 1_200),
    retried('applies a voucher', () => 0.25),
    retried(
      'keeps the basket',
      (day) => (day < 26 ? 0.5 : 0),
      (day, luck) => (day >= 8 && day < 13) || (day < 26 && luck < 0.1),
    ),
    failing('pays', ({ day }) => day >= 12 && day < 16),
    failing('ships', ({ random }) => random() < 0.4, true),
    failing('prints a receipt', () => false, true),
  ],
};

/** Nobody retries here: a flaky test fails the run. */
export const mobile: SimulatedTests = {
  file: 'app.spec.ts',
  tests: [
    steady('starts', 2_000),
    steady('signs in', 3_000),
    steady('browses', 800),
    steady('pays by card', 1_500),
    failing('keeps a session', ({ random }) => random() < 0.3),
  ],
};

/** Uploads: one test is broken for good, one becomes slower on day 20. */
export const payments: SimulatedTests = {
  file: 'payments.spec.ts',
  tests: [
    steady('captures', 300),
    failing('reads the old format', ({ day }) => day >= 5),
    {
      name: 'exports',
      attemptsAt: ({ day, random }) => [
        { status: 'PASS', durationMs: Math.round((day < 20 ? 1_000 : 1_900) * (0.97 + random() * 0.06)) },
      ],
    },
  ],
};

export function testIdOf(name: string): TestId {
  return name.replaceAll(' ', '-') as TestId;
}

/** @param outage every test fails, at once */
export function resultsOf({ file, tests }: SimulatedTests, moment: Moment, outage = false): SimulatedResult[] {
  return tests.map(({ name, attemptsAt, quarantined = false }) => ({
    testId: testIdOf(name),
    file,
    name,
    quarantined,
    attempts: outage ? [{ status: 'FAIL', durationMs: 50 }] : attemptsAt(moment),
  }));
}
