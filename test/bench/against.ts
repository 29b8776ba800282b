import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparisonOf, type PrintedFigure, readTable } from './figures.ts';

const root = join(import.meta.dirname, '../..');
const builds = join(root, 'node_modules/.cache/assay-bench');

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

/** @returns a checkout of the commit, which stays for the next comparison; its own bench installs and builds it */
async function checkoutOf(commit: string): Promise<string> {
  const folder = join(builds, commit);
  if (existsSync(join(folder, '.git'))) return folder;
  await mkdir(dirname(folder), { recursive: true });
  git(root, 'clone', '--quiet', '--shared', '--no-checkout', root, folder);
  git(folder, 'checkout', '--quiet', '--detach', commit);
  return folder;
}

/** Runs the bench of a checkout, and shows what it prints. */
async function round(folder: string, measurements: readonly string[]): Promise<PrintedFigure[]> {
  const bench = spawn(process.execPath, ['test/bench/run.mjs', ...measurements], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  bench.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const [code] = await once(bench, 'close');
  if (code !== 0) throw new Error(`the bench in ${folder} ended with code ${code}`);
  return readTable(output);
}

/**
 * Measures this checkout and an earlier commit alternately, each by its own bench:
 * `npm run bench -- --against COMMIT [--pairs N] MEASUREMENT …`. Other work on the machine then affects both alike.
 */
async function main(): Promise<void> {
  const options = { against: { type: 'string', default: 'HEAD' }, pairs: { type: 'string', default: '5' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const pairs = Number(values.pairs);
  if (!Number.isInteger(pairs) || pairs < 1) throw new Error('--pairs takes a whole number from 1');
  if (positionals.length === 0) throw new Error('Name what is measured: npm run bench -- --against COMMIT ingestion');
  const commit = git(root, 'rev-parse', '--short', `${values.against}^{commit}`);
  const folders = { before: await checkoutOf(commit), after: root };
  const rounds: Record<'before' | 'after', PrintedFigure[][]> = { before: [], after: [] };
  for (let pair = 0; pair < pairs; pair += 1) {
    // Each is first as often as the other: what runs second finds warmer caches, and a warmer machine.
    const order = pair % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const);
    for (const build of order) rounds[build].push(await round(folders[build], positionals));
  }
  console.log(`\nMedians of ${pairs}, alternating:\n`);
  console.log(comparisonOf(rounds, { before: commit, after: 'this checkout' }));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
