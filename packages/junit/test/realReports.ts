import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { attemptsOfCase } from '../src/attemptsOfCase.ts';
import { JunitNames } from '../src/junitNames.ts';
import { readJunitFile } from '../src/readJunitFile.ts';

/** What is read of a report that a tool has written. */
export type RealReport = {
  /** Of each test its file and name, the states of its attempts, and what the last that failed says, by `|`. */
  lines: string[];
  /** File and name of each test. */
  names: string[];
  problem: string | null;
};

/** @param path within the folder `reports` */
export async function readRealReport(path: string): Promise<RealReport> {
  const names: string[] = [];
  const lines: string[] = [];
  const naming = new JunitNames(null);
  const { problem } = await readJunitFile(fileURLToPath(new URL(`reports/${path}`, import.meta.url)), {
    onCase: (junitCase) => {
      const { file, name } = naming.nameOf(junitCase, path);
      const attempts = attemptsOfCase(junitCase);
      const said = attempts.findLast(({ error }) => error !== null)?.error?.split('\n')[0];
      names.push(`${file} | ${name}`);
      lines.push([file, name, attempts.map(({ status }) => status).join(' '), said].filter(Boolean).join(' | '));
    },
  });
  return { lines, names, problem: problem?.message ?? null };
}

/** @returns the paths of all reports in the folders of these, within the folder `reports` */
export async function recordedNextTo(paths: readonly string[]): Promise<string[]> {
  const folders = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))];
  const recorded = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(new URL(`reports/${folder}`, import.meta.url))).map((name) => `${folder}/${name}`),
    ),
  );
  return recorded.flat().sort();
}
