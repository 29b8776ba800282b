import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Sleepers } from './realRuns.ts';

type Share = { seconds: number; paths: string[] };

/**
 * Distributes the tests, the longest first, each to the runner with the least work: as even as possible with known
 * durations.
 */
function evenShares(files: Sleepers, runners: number): Share[] {
  const tests = Object.entries(files).flatMap(([name, seconds]) =>
    // Where `sleepingFiles` puts each scenario: two lines for each, after the feature's own.
    seconds.map((each, index) => ({ seconds: each, path: `features/${name}.feature:${2 + 2 * index}` })),
  );
  const shares: Share[] = Array.from({ length: runners }, () => ({ seconds: 0, paths: [] }));
  for (const { seconds, path } of tests.sort((a, b) => b.seconds - a.seconds)) {
    const least = shares.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.seconds += seconds;
    least.paths.push(path);
  }
  return shares;
}

type Moment = { timestamp: { seconds: number; nanos: number } };
const secondsOf = ({ timestamp }: Moment) => timestamp.seconds + timestamp.nanos / 1e9;

/**
 * The framework's plain command, once for each runner, all at the same time, each with an even share of the tests.
 * @returns seconds from the first test's start to the last one's end
 */
export async function bareRunners(directory: string, files: Sleepers, runners: number): Promise<number> {
  const modules = resolve('node_modules');
  const command = join(modules, '@cucumber/cucumber/bin/cucumber.js');
  const env = { ...process.env, NODE_PATH: modules };
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-bare-'));
  try {
    const reports = await Promise.all(
      evenShares(files, runners).map(async ({ paths }, runner) => {
        const report = join(folder, `${runner}.ndjson`);
        const args = [command, ...paths, '--format', `message:${report}`];
        const child = spawn(process.execPath, args, { cwd: directory, env, stdio: 'ignore' });
        const [code] = await once(child, 'exit');
        if (code !== 0) throw new Error(`the bare command ended with ${code}`);
        return readFile(report, 'utf8');
      }),
    );
    const messages = reports.flatMap((report) =>
      report
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    const starts = messages.flatMap(({ testCaseStarted }) => (testCaseStarted ? [secondsOf(testCaseStarted)] : []));
    const ends = messages.flatMap(({ testCaseFinished }) => (testCaseFinished ? [secondsOf(testCaseFinished)] : []));
    return Math.max(...ends) - Math.min(...starts);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
