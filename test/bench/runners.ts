import { makeRepository } from '../support/makeRepository.ts';
import { bareRunners } from './bareRunners.ts';
import type { Figure } from './figures.ts';
import { numbers } from './makespan/suites.ts';
import { type RealRun, realRuns, type Sleepers, sleepingFiles } from './realRuns.ts';
import type { Workbench } from './workbench.ts';

const runners = 8;
const files = 48;
const longest = 12;

/**
 * Short tests, two per file, and one that takes most of a runner's share, placed before, among or after the others.
 */
function sampleWith(longAt: number): Sleepers {
  const random = numbers(8);
  const nameOf = (index: number) => `file${String(index).padStart(2, '0')}`;
  const short = Array.from({ length: files }, (_, index) => {
    const seconds = [1, 2].map(() => Number((0.3 + 1.7 * random()).toFixed(2)));
    return [nameOf(index), seconds] as const;
  });
  return { ...Object.fromEntries(short), [`${nameOf(longAt)}-long`]: [longest] };
}

/**
 * A real run of eight runners on tests that sleep, first without history, then with it. The place of the longest test
 * in the list matters only without history: in the middle, and at the end, where no plan that follows the list can
 * finish early.
 */
export async function measureRunners(bench: Workbench): Promise<Figure[]> {
  return [
    ...(await figuresOf(bench, 'middle', sampleWith(files / 2), ['without history', 'with history'])),
    ...(await figuresOf(bench, 'last', sampleWith(files), ['without history'])),
  ];
}

async function figuresOf(bench: Workbench, place: string, sample: Sleepers, names: string[]): Promise<Figure[]> {
  const repository = await makeRepository(sleepingFiles(sample));
  try {
    const bare = await bareRunners(repository.path, sample, runners);
    const total = Object.values(sample)
      .flat()
      .reduce((sum, seconds) => sum + seconds, 0);
    bench.say(
      `  an even share of the sleeping: ${(total / runners).toFixed(1)} s; bare processes: ${bare.toFixed(1)} s`,
    );
    const order = { key: `runners-${place}`, gitUrl: repository.path, runners, rounds: names.length };
    const runs = await realRuns(bench, order);
    return runs.map(
      (run, round): Figure => ({
        name: `from first test to last, ${runners} runners, the longest ${place === 'last' ? '' : 'in the '}${place}, ${names[round]}`,
        unit: 's',
        measured: { p50: makespanOf(run) },
        floor: { p50: bare },
        floorIs: 'as many bare framework processes at once, each with an even share of the same tests',
      }),
    );
  } finally {
    await repository.remove();
  }
}

/** Seconds from the first test's start to the last one's end. */
function makespanOf({ tests }: RealRun): number {
  const starts = tests.map(({ startTime }) => Date.parse(startTime ?? ''));
  const ends = tests.map(({ duration }, index) => (starts[index] ?? 0) + (duration ?? 0));
  return (Math.max(...ends) - Math.min(...starts)) / 1000;
}
