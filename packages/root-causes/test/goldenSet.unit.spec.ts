import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFrames } from '../src/failureFacts.ts';
import { compareFingerprints } from '../src/fingerprints.ts';
import { groupFailures } from '../src/groupFailures.ts';
import { drainTemplates, exactMessages } from './golden/baselines.ts';
import { type LabelledFailure, readGoldenSet } from './golden/goldenSet.ts';
import { type Score, scoreOf } from './golden/scores.ts';
import { shuffled } from './seeded.ts';

const golden = readGoldenSet();
const everything = golden.flatMap(({ framework, failures }) =>
  failures.map((failure) => ({ ...failure, file: `${framework}/${failure.file}` })),
);

type Grouping = (failures: readonly LabelledFailure[]) => readonly (readonly LabelledFailure[])[];

const byRules: Grouping = (failures) => groupFailures(failures).groups.map(({ tests }) => tests);
const headsOnly: Grouping = (failures) => byRules(failures.map((failure) => ({ ...failure, stack: null })));

/** As the product stores failures. */
const storedFrames: Grouping = (failures) => {
  const stored = failures.map((failure) => ({ ...failure, frames: ownFrames(failure), stack: null }));
  return byRules(stored);
};

/** Each project is one run. */
function scoreByProject(grouping: Grouping): Score {
  return scoreOf(golden.map(({ failures }) => labelsOf(grouping(failures))));
}

function labelsOf(groups: readonly (readonly LabelledFailure[])[]): string[][] {
  return groups.map((group) => group.map(({ cause }) => cause));
}

const figure = (value: number) => value.toFixed(3);

describe('the golden set of real failures', () => {
  it('has at least 60 failures of 8 frameworks and 4 languages', () => {
    expect(everything.length).toBeGreaterThanOrEqual(60);
    expect(golden.length).toBeGreaterThanOrEqual(8);
    expect(new Set(golden.map(({ language }) => language)).size).toBeGreaterThanOrEqual(4);
  });

  it('is grouped by cause with a pairwise F1 of 0.9 and a purity of 0.95', () => {
    const { f1, purity } = scoreByProject(byRules);
    expect(f1).toBeGreaterThanOrEqual(0.9);
    expect(purity).toBeGreaterThanOrEqual(0.95);
  });

  it('is grouped as well when all projects are one run', () => {
    const { f1, purity } = scoreOf([labelsOf(byRules(everything))]);
    expect(f1).toBeGreaterThanOrEqual(0.9);
    expect(purity).toBeGreaterThanOrEqual(0.95);
  });

  it('is grouped as well by the frames that are stored with results', () => {
    const { f1, purity } = scoreByProject(storedFrames);
    expect(f1).toBeGreaterThanOrEqual(0.9);
    expect(purity).toBeGreaterThanOrEqual(0.95);
  });

  it.each<[string, Grouping]>([
    ['equal messages', exactMessages],
    ['templates after Drain', drainTemplates],
  ])('is grouped better than by %s', (_, baseline) => {
    const [rules, other] = [scoreByProject(byRules), scoreByProject(baseline)];
    expect(other.f1).toBeLessThan(rules.f1);
    expect(other.purity).toBeLessThan(rules.purity);
  });

  it('has the figures that the documentation gives', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/analysis.md'), 'utf8');
    const rows: [string, Score][] = [
      ['rules, with stack traces', scoreByProject(byRules)],
      ['rules, with stored frames', scoreByProject(storedFrames)],
      ['rules, heads of messages alone', scoreByProject(headsOnly)],
      ['equal messages', scoreByProject(exactMessages)],
      ['templates after Drain', scoreByProject(drainTemplates)],
      ['rules, all projects as one run', scoreOf([labelsOf(byRules(everything))])],
    ];
    for (const [name, { f1, purity }] of rows) {
      expect(page).toContain(`| ${name} | ${figure(f1)} | ${figure(purity)} |`);
    }
  });

  it('has the same groups under 100 shuffles of arrival', () => {
    const expected = JSON.stringify(groupFailures(everything));
    for (let seed = 1; seed <= 100; seed++) {
      expect(JSON.stringify(groupFailures(shuffled(everything, seed))) === expected).toBe(true);
    }
  });

  it('has no cause of a wrong kind: those that are in doubt are unknown', () => {
    const wrong = golden.flatMap(({ failures }) =>
      groupFailures(failures).groups.flatMap(({ kind, tests }) =>
        kind === 'UNKNOWN' ? [] : tests.filter((test) => test.kind !== kind).map(({ cause }) => `${cause}: ${kind}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('has groups with ids and names of their own', () => {
    const { groups } = groupFailures(everything);
    expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
    for (const { name } of groups) {
      expect(name).toMatch(/[A-Za-z]{3}/);
      expect(name.length).toBeLessThanOrEqual(160);
    }
  });

  it('shows what the better fingerprint would change before it decides', async () => {
    const { unchangedCount, split, merged } = await compareFingerprints(everything, 1, 2);
    expect(unchangedCount).toBeGreaterThan(0);
    expect(split.length).toBeGreaterThan(0);
    expect(merged.length).toBeGreaterThan(0);
  });
});
