import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundled } from '../support/bundled.ts';
import { patienceMs } from '../support/patience.ts';
import type { Step, StepOutcome } from './damageSteps.ts';

/** The result for one damaged copy. */
export type DamageRound = {
  seed: number;
  verified: StepOutcome | 'crashed';
  read: StepOutcome | 'crashed';
};

type Rounds = {
  /** The folder of a whole store, and the name of the file in it that is damaged. */
  whole: string;
  file: string;
  /** The script that takes the steps by calling `runSteps`, and its argument. */
  script: string;
  argument: string;
  seeds: number;
};

/** Damages copies of a store, each in different places, and has each of them verified and read. */
export async function damageRounds({ whole, file, script, argument, seeds }: Rounds): Promise<DamageRound[]> {
  const folderOf = (seed: number) => `${whole}-${seed}`;
  const numbers = Array.from({ length: seeds }, (_, n) => n + 1);
  for (const seed of numbers) {
    await cp(whole, folderOf(seed), { recursive: true });
    await damage(join(folderOf(seed), file), seed);
  }
  const stepsOf = (folder: string): Step[] => [
    { folder, kind: 'verify' },
    { folder, kind: 'read' },
  ];
  const outcomes = await takeSteps(script, argument, numbers.map(folderOf).flatMap(stepsOf));
  await Promise.all(numbers.map((seed) => rm(folderOf(seed), { recursive: true })));
  return numbers.map((seed, n) => {
    const [verified, read] = outcomes.slice(2 * n);
    if (!verified || !read) throw new Error(`The round of seed ${seed} was skipped.`);
    return { seed, verified, read };
  });
}

/** Whether a step hit the damage. */
export const isMet = (outcome: StepOutcome | 'crashed') => outcome === 'crashed' || outcome.problems.length > 0;

/** Whether something was read that was never written. */
export const isWrong = (outcome: StepOutcome | 'crashed') => outcome !== 'crashed' && outcome.wrong.length > 0;

async function takeSteps(script: string, argument: string, steps: Step[]): Promise<(StepOutcome | 'crashed')[]> {
  const file = await bundled(script);
  const outcomes: (StepOutcome | 'crashed')[] = [];
  while (outcomes.length < steps.length) {
    const child = spawn(process.execPath, [file, argument], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, STEPS: JSON.stringify(steps.slice(outcomes.length)) },
    });
    // What crashes a process by overwriting its memory may as well leave it waiting for a lock.
    const silence = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    child.stdout.on('data', () => silence.refresh());
    const [said, complaints, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    clearTimeout(silence);
    // A crash has a signal; an exit code means that the script failed.
    if (exitCode) throw new Error(complaints);
    outcomes.push(
      ...said
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as StepOutcome),
    );
    if (exitCode === null) outcomes.push('crashed');
  }
  return outcomes;
}

/** In one to three places: a bit, a byte, or everything up to the end of the page. */
async function damage(file: string, seed: number): Promise<void> {
  const random = generator(seed);
  const bytes = await readFile(file);
  const places = 1 + random(3);
  for (let place = 0; place < places; place += 1) {
    const at = random(bytes.length);
    const kind = random(3);
    if (kind === 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    else if (kind === 1) bytes[at] = random(256);
    else bytes.fill(random(256), at, Math.ceil((at + 1) / 4096) * 4096);
  }
  await writeFile(file, bytes);
}

/** A small linear congruential generator: the same seed always damages the same places. */
function generator(seed: number): (below: number) => number {
  let state = BigInt(seed) * 6364136223846793005n + 1442695040888963407n;
  return (below) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(below));
  };
}
