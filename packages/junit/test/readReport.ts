import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JunitCase } from '../src/junitCase.ts';
import { readJunitFile } from '../src/readJunitFile.ts';
import type { SuiteOutput } from '../src/reportDialect.ts';

/** Reads the content of a report from a file of its own. */
export async function readReport(content: string | Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-junit-'));
  const path = join(folder, 'results.xml');
  try {
    await writeFile(path, content);
    const cases: JunitCase[] = [];
    const printed: [string, SuiteOutput][] = [];
    const { problem, repairs } = await readJunitFile(path, {
      onCase: (each) => cases.push(each),
      onSuiteOutput: ({ name }, output) => printed.push([name, output]),
    });
    return { cases, problem, repairs, printed };
  } finally {
    await rm(folder, { recursive: true });
  }
}
