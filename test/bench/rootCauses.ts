import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Figure } from './figures.ts';
import type { GroupingCost } from './groupingProcess.ts';
import { medianAndTail } from './samples.ts';

const failures = 10_000;
const distinct = [300, 2_500];

/** What a process of its own needs for the failures of one run: read alone, or read and grouped. */
function costOf(texts: number, work: 'read' | 'group'): GroupingCost {
  const script = join(import.meta.dirname, 'groupingProcess.ts');
  const args = ['--import', 'tsx', script, String(failures), String(texts), work];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Milliseconds and megabytes for grouping the failures of a large run by cause, and for each batch as it goes on. */
export async function measureRootCauses(say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const texts of distinct) {
    say(`${texts} different errors`);
    const [read, group] = [costOf(texts, 'read'), costOf(texts, 'group')];
    const run = `${failures.toLocaleString('en')} failures with ${texts.toLocaleString('en')} different errors`;
    figures.push(
      {
        name: `causes of ${run}`,
        unit: 'ms',
        measured: medianAndTail(group.wholeMs),
        floor: medianAndTail(read.wholeMs),
        floorIs: 'the same rows read, and not grouped',
        aim: 1_000,
      },
      {
        name: '  resident memory at most',
        unit: 'MB',
        measured: { p50: group.residentMegabytes },
        floor: { p50: read.residentMegabytes },
        floorIs: 'the same process reads the rows alone; the aim is for the difference',
        aim: read.residentMegabytes + 150,
      },
      {
        name: '  a batch of 20 after 1,000 failures',
        unit: 'ms',
        measured: medianAndTail(group.batchMs),
        floor: medianAndTail(read.batchMs),
        floorIs: 'the same rows read',
        aim: 5,
      },
    );
  }
  return figures;
}
