import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { zipOf } from '../support/zipOf.ts';
import type { Figure } from './figures.ts';
import { residentMegabytes } from './memory.ts';
import { untilQuiet } from './untilQuiet.ts';
import { logOf, sendUpload, suiteOf, type Upload } from './uploadShapes.ts';
import type { Workbench } from './workbench.ts';

const MB = 1e6;
const sampleMs = 50;
/** Memory of each process outside mapped files, whatever is uploaded. */
const aimMegabytes = 400;

/** What costs much more to read, or to keep, than to send. */
const hostile: { name: string; made: () => Upload }[] = [
  { name: '190 MB of entities', made: () => logOf(190 * (MB / 4), '&lt;') },
  {
    name: '1 GiB of zeros, gzipped',
    made: () => ({
      name: 'zeros.xml.gz',
      content: Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(64 * 1024 ** 2)))),
    }),
  },
  {
    name: '300,000 tests of one name',
    made: () => ({ name: 'many.xml', content: `<testsuite>${'<testcase/>'.repeat(300_000)}</testsuite>` }),
  },
  {
    name: '200,000 failures with traces of 500 characters',
    made: () => {
      const failure = `<failure message="${'m'.repeat(100)}">${'at shop.Cart.total(Cart.java:12)\n'.repeat(15)}</failure>`;
      const cases = Array.from({ length: 200_000 }, (_, at) => `<testcase name="${at}">${failure}</testcase>`);
      return { name: 'failures.xml', content: `<testsuite name="s">${cases.join('')}</testsuite>` };
    },
  },
  {
    name: '20,000 files of one test',
    made: () => ({
      name: 'files.zip',
      content: zipOf(...Array.from({ length: 20_000 }, (_, at) => ({ name: `${at}.xml`, content: suiteOf(at, 9) }))),
    }),
  },
  {
    name: '100,000 elements in each other',
    made: () => ({ name: 'deep.xml', content: '<testsuite>'.repeat(100_000) }),
  },
];

type Megabytes = Record<string, number>;

/** @returns the ids of all processes of the installation, with the launcher that it does not list itself */
async function allPids(bench: Workbench): Promise<Record<string, number>> {
  const pids = await bench.pids();
  const status = await readFile(`/proc/${pids.api}/status`, 'utf8');
  return { launcher: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]), ...pids };
}

/** @returns the most memory that each process has outside mapped files until all is idle again after an upload, in MB */
async function peaksDuring(bench: Workbench, upload: Upload): Promise<{ peaks: Megabytes; status: number }> {
  const pids = Object.entries(await allPids(bench));
  const peaks: Megabytes = {};
  let done = false;
  const watch = (async () => {
    while (!done) {
      for (const [name, pid] of pids) {
        const resident = await residentMegabytes(pid);
        if (resident) peaks[name] = Math.max(peaks[name] ?? 0, resident.all - resident.files);
      }
      await new Promise((resolve) => setTimeout(resolve, sampleMs));
    }
  })();
  try {
    const status = await sendUpload(bench, upload);
    await untilQuiet(bench, 600_000);
    return { peaks, status };
  } finally {
    done = true;
    await watch;
  }
}

/** What hostile uploads cost each process of an installation with an agent, until nothing is left to do. */
export async function measureHostileUploads(bench: Workbench): Promise<Figure[]> {
  await bench.restart(true);
  await untilQuiet(bench);
  const { peaks: before } = await peaksDuring(bench, { name: 'one.xml', content: suiteOf(1, 0) });
  const most: Record<string, { megabytes: number; by: string }> = {};
  for (const { name, made } of hostile) {
    const { peaks, status } = await peaksDuring(bench, made());
    const each = Object.entries(peaks).map(([process, megabytes]) => `${process} ${megabytes.toFixed(0)}`);
    bench.say(`    ${name} (${status}): ${each.join(', ')} MB`);
    for (const [process, megabytes] of Object.entries(peaks)) {
      if (megabytes > (most[process]?.megabytes ?? 0)) most[process] = { megabytes, by: name };
    }
  }
  await bench.restart(false);
  return Object.entries(most).map(([process, { megabytes, by }]) => ({
    name: `memory of the ${process} outside mapped files, the most of any hostile upload (${by})`,
    unit: 'MB',
    measured: { p50: megabytes },
    floor: { p50: before[process] ?? 0 },
    floorIs: 'while one test is uploaded',
    aim: aimMegabytes,
  }));
}
