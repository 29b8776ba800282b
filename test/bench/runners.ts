import { makeRepository } from '../support/makeRepository.ts';
import type { Figure } from './figures.ts';
import { numbers } from './makespan/suites.ts';
import { type RealRun, realRuns, sleepingFiles } from './realRuns.ts';
import type { Workbench } from './workbench.ts';

const runners = 8;
const files = 48;
const longest = 12;

/** A real run of eight runners on tests that sleep, first knowing nothing of them, then what they took. */
export async function measureRunners(bench: Workbench): Promise<Figure[]> {
  const random = numbers(8);
  const short = Array.from({ length: files }, (_, index) => {
    const seconds = [1, 2].map(() => Number((0.3 + 1.7 * random()).toFixed(2)));
    return [`file${index}`, seconds] as const;
  });
  const sample = { ...Object.fromEntries(short), long: [longest] };
  const total = Object.values(sample)
    .flat()
    .reduce((sum, seconds) => sum + seconds, 0);
  const repository = await makeRepository(sleepingFiles(sample));
  try {
    const runs = await realRuns(bench, { key: 'runners', gitUrl: repository.path, runners, rounds: 2 });
    const names = ['without history', 'with history'];
    return runs.map(
      (run, round): Figure => ({
        name: `from first test to last, ${runners} runners, ${names[round]}`,
        unit: 's',
        measured: { p50: makespanOf(run) },
        floor: { p50: Math.max(total / runners, longest) },
        floorIs: 'the larger of an even share and the longest test',
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
