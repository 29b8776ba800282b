import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, type TestResultsPage, type TestRunView, type UploadAnswer } from '@assay/contract';
import { attemptsOfCase, JunitNames, readJunitFile, testIdOf } from '@assay/junit';
import type { Caller } from '../support/caller.ts';
import type { Figure } from './figures.ts';
import { measureStoreFloor } from './ingestionFloor.ts';
import { residentMegabytes } from './memory.ts';
import { processorTimeBetween, processorTimes } from './processorTime.ts';
import { median, timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const sizes = [
  { count: 10_000, aimSeconds: 1 },
  { count: 50_000, aimSeconds: 5 },
];
const rounds = 3;
const sampleMs = 50;
/** Memory outside mapped files, of all processes together. */
const aimMegabytes = 300;

/** A report like Surefire's: 50 tests per suite, some that fail, some that print. */
export function reportOf(count: number, round: number): string {
  const trace =
    'java.lang.AssertionError: expected 3 but was 4\n\tat shop.Cart.total(Cart.java:12)\n\tat shop.CartTest.sums(CartTest.java:31)';
  const test = (suite: string, index: number) => {
    const failure = index % 25 === 3 ? `<failure message="expected 3 but was 4"><![CDATA[${trace}]]></failure>` : '';
    const output = index % 10 === 0 ? `<system-out><![CDATA[round ${round}, test ${index}]]></system-out>` : '';
    return `<testcase classname="${suite}" name="behaves as described in case ${index}" time="0.0${10 + (index % 80)}">${failure}${output}</testcase>`;
  };
  const suites = Array.from({ length: count / 50 }, (_, number) => {
    const suite = `shop.module${number}.CartTest`;
    const tests = Array.from({ length: 50 }, (_, index) => test(suite, index));
    return `<testsuite name="${suite}" tests="50">${tests.join('\n')}</testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>${suites.join('\n')}</testsuites>`;
}

/** Uploads a report to a project. @param signal cuts it off */
export async function upload(
  bench: Workbench,
  caller: Caller,
  project: { projectId: string; environmentId: string; branch?: string },
  report: string,
  signal: AbortSignal | null = null,
): Promise<UploadAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(project)) form.set(name, value);
  form.append('file', new Blob([report]), 'results.xml');
  const headers = { authorization: `Bearer ${caller.token}`, account: caller.accountId };
  const answer = await fetch(`${bench.url()}/api/test-runs-upload`, { method: 'POST', headers, body: form, signal });
  if (!answer.ok) throw new Error(`the upload was refused: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as UploadAnswer;
}

/** Until the uploader sees the verdict, and the first and the last test; then everything in between. */
async function untilBrowsable({ call }: Caller, { id, position }: UploadAnswer, count: number): Promise<void> {
  const seen = { 'Min-Position': position };
  const page = (offset: number) => `/test-runs/${id}/results?offset=${offset}&limit=${limits.resultsPage}`;
  for (;;) {
    // The service waits for its read models only for a limited time, then answers with what it has.
    const { body: run } = await call<TestRunView>('GET', `/test-runs/${id}`, undefined, seen);
    const { body: first } = await call<TestResultsPage>('GET', page(0), undefined, seen);
    const { body: last } = await call<TestResultsPage>('GET', page(count - limits.resultsPage), undefined, seen);
    const shown = first.tests.length + last.tests.length;
    if (run.status === 'FAIL' && run.remainingTests === 0 && shown === 2 * limits.resultsPage) return;
  }
}

/** @throws when a test of the run cannot be read. */
async function requireAll({ get }: Caller, id: string, count: number): Promise<void> {
  const names = new Set<string>();
  for (let offset = 0; offset < count; offset += limits.maxResultsPage) {
    const page = `offset=${offset}&limit=${limits.maxResultsPage}`;
    const { tests } = await get<TestResultsPage>(`/test-runs/${id}/results?${page}`);
    for (const { testId } of tests) names.add(testId);
  }
  if (names.size !== count) throw new Error(`${names.size} of ${count} tests can be read`);
}

/** Memory of all processes together, without mapped files, which the system reclaims when needed. */
async function memoryOf(bench: Workbench): Promise<number> {
  const resident = await Promise.all(Object.values(await bench.pids()).map(residentMegabytes));
  return resident.reduce((sum, one) => sum + (one ? one.all - one.files : 0), 0);
}

/** @returns the maximum growth of memory during the work. */
async function growthDuring(bench: Workbench, work: () => Promise<void>): Promise<number> {
  const before = await memoryOf(bench);
  let most = before;
  let done = false;
  const watch = (async () => {
    while (!done) {
      most = Math.max(most, await memoryOf(bench));
      await new Promise((resolve) => setTimeout(resolve, sampleMs));
    }
  })();
  await work().finally(() => {
    done = true;
  });
  await watch;
  return most - before;
}

/** Parsing, naming and judging every case, and nothing else. @returns milliseconds */
async function measureParsing(report: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const path = join(folder, 'results.xml');
  await writeFile(path, report);
  const names = new JunitNames(null);
  try {
    return await timed(() =>
      readJunitFile(path, {
        onCase: (junitCase) => {
          const { file, name } = names.nameOf(junitCase, 'results.xml');
          testIdOf(file, name);
          attemptsOfCase(junitCase);
        },
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** JUnit results in one file, from the first byte sent until a user can browse them, and the memory that takes. */
export async function measureUpload(bench: Workbench): Promise<Figure[]> {
  const caller = await bench.caller();
  const figures: Figure[] = [];
  for (const { count, aimSeconds } of sizes) {
    const [measured, floors, growths]: [number[], number[], number[]] = [[], [], []];
    for (let round = 1; round <= rounds; round++) {
      const report = reportOf(count, round);
      const before = await processorTimes(await bench.pids());
      let runId = '';
      const growth = await growthDuring(bench, async () => {
        const took = await timed(async () => {
          const answer = await upload(bench, caller, await bench.project(), report);
          runId = answer.id;
          await untilBrowsable(caller, answer, count);
        });
        measured.push(took / 1000);
      });
      const after = await processorTimes(await bench.pids());
      await requireAll(caller, runId, count);
      growths.push(growth);
      const parsing = await measureParsing(report);
      const writing = await measureStoreFloor(bench, [`testResults-${runId}`], runId, {
        writers: 1,
        batch: 1,
        readModel: 'importedResults',
      });
      floors.push((parsing + writing) / 1000);
      const [took = 0, floor = 0] = [measured.at(-1), floors.at(-1)];
      bench.say(
        `  ${count} in ${took.toFixed(1)} s, ${growth.toFixed(0)} MB; parsed and written ${floor.toFixed(1)} s`,
      );
      bench.say(`  processor time: ${processorTimeBetween(before, after)}`);
    }
    const name = `${count.toLocaleString('en')} JUnit results uploaded`;
    figures.push(
      {
        name: `${name}, until verdict, first and last test can be read`,
        unit: 's',
        measured: median(measured),
        floor: median(floors),
        floorIs: 'parsing alone, then the same events and test documents straight into both stores',
        aim: aimSeconds,
      },
      {
        name: `${name}: memory of all processes grows by`,
        unit: 'MB',
        measured: median(growths),
        floor: null,
        floorIs: 'outside of mapped files',
        aim: aimMegabytes,
      },
    );
  }
  return figures;
}
