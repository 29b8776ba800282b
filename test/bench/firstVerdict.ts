import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assayRun, differences } from '../repositories/assayRun.ts';
import { makeSample } from '../repositories/makeSample.ts';
import { plainRun } from '../repositories/plainRun.ts';
import { samples } from '../repositories/samples.ts';
import { createEnvironment } from '../support/runs.ts';
import type { Figure } from './figures.ts';
import { waysToIsolate } from './overhead.ts';
import { withAgent } from './realRuns.ts';
import { median } from './samples.ts';
import type { Workbench } from './workbench.ts';

const rounds = 3;
/** One that installs packages from a lock file, and one that installs nothing. */
const measured = ['mocha-locked', 'node-test'];
const aims = { whole: 15, times: 1.4 };

/**
 * From a repository's URL to its verdict by the first proposal, each time as a project of its own, compared with
 * the same repository cloned, installed and tested by hand; package managers find empty caches in both.
 */
export async function measureFirstVerdict(bench: Workbench): Promise<Figure[]> {
  const [isolate = 'none'] = waysToIsolate();
  const caller = await bench.caller();
  await createEnvironment(caller, { name: 'First verdict', key: 'first-verdict' });
  return await withAgent(bench, { runners: 1, isolate }, async () => {
    const figures: Figure[] = [];
    for (const sample of samples.filter(({ name }) => measured.includes(name))) {
      const made = await makeSample(sample);
      const [whole, floor]: [number[], number[]] = [[], []];
      try {
        for (let round = 0; round < rounds; round += 1) {
          const home = await mkdtemp(join(tmpdir(), 'assay-home-'));
          const { clone, install, test } = (await plainRun(made.url, sample, home)).seconds;
          await rm(home, { recursive: true, force: true });
          floor.push(clone + install + test);
          const { tests, seconds } = await assayRun(caller, made.url, `${sample.name}-${round}`, 'first-verdict');
          const wrong = differences(sample, tests);
          if (wrong.length > 0) throw new Error(`${sample.name}: ${wrong.join('; ')}`);
          whole.push(seconds);
        }
      } finally {
        await made.remove();
      }
      const plain = median(floor);
      figures.push({
        name: `URL to verdict, isolated by ${isolate}: ${sample.kind}`,
        unit: 's',
        measured: median(whole),
        floor: plain,
        floorIs: 'clone, install and test by hand, with empty caches',
        aim: Math.min(aims.whole, plain.p50 * aims.times),
      });
    }
    return figures;
  });
}
