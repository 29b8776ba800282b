import { zipOf } from '../support/zipOf.ts';
import type { Figure } from './figures.ts';
import { median, timed } from './samples.ts';
import type { Workbench } from './workbench.ts';

const MB = 1e6;
const rounds = 3;

export type Upload = { name: string; content: Buffer | string };

export const suiteOf = (number: number, round: number) =>
  `<testsuite name="s${number}"><testcase classname="C${number}" name="behaves" time="0.1"/><!-- ${round} --></testsuite>`;
const numbers = Array.from({ length: 5_000 }, (_, number) => number);
export const logOf = (lines: number, line: string): Upload => ({
  name: 'log.xml',
  content: `<testsuite><testcase name="t"><system-out>${line.repeat(lines)}</system-out></testcase></testsuite>`,
});
const coloured = '\u001b[31mred\u001b[39m and \u001b[1mbold\u001b[22m\n';
const logLines = Math.round((11.5 * MB) / coloured.length);

type Shape = {
  name: string;
  aim: number;
  made: (round: number) => Upload;
  floor: (round: number) => Upload;
  floorIs: string;
};
const shapes: Shape[] = [
  {
    name: '5,000 files of one test uploaded in an archive',
    aim: 10,
    made: (round) => ({
      name: 'files.zip',
      content: zipOf(...numbers.map((number) => ({ name: `${number}.xml`, content: suiteOf(number, round) }))),
    }),
    floor: (round) => ({
      name: 'one.xml',
      content: `<testsuites>${numbers.map((number) => suiteOf(number, round)).join('')}</testsuites>`,
    }),
    floorIs: 'the same tests in one file',
  },
  {
    name: '11.5 MB of coloured log uploaded',
    aim: 1,
    made: () => logOf(logLines, coloured),
    floor: () => logOf(logLines, 'x'.repeat(coloured.length - 1).concat('\n')),
    floorIs: 'as much log without colours',
  },
];

/** @returns the status of the answer */
export async function sendUpload(bench: Workbench, { name, content }: Upload): Promise<number> {
  const caller = await bench.caller();
  const form = new FormData();
  for (const [field, value] of Object.entries(await bench.project())) form.set(field, value);
  form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  const headers = { authorization: `Bearer ${caller.token}`, account: caller.accountId };
  const answer = await fetch(`${bench.url()}/api/test-runs-upload`, { method: 'POST', headers, body: form });
  await answer.json();
  return answer.status;
}

async function requireTaken(bench: Workbench, upload: Upload): Promise<void> {
  const status = await sendUpload(bench, upload);
  if (status !== 201) throw new Error(`the upload of ${upload.name} was refused: ${status}`);
}

/** Uploads of unusual shapes: how long the answer takes. */
export async function measureUploadShapes(bench: Workbench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, aim, made, floor, floorIs } of shapes) {
    const [measured, floors]: [number[], number[]] = [[], []];
    for (let round = 1; round <= rounds; round++) {
      const [upload, plain] = [made(round), floor(round)];
      measured.push((await timed(() => requireTaken(bench, upload))) / 1000);
      floors.push((await timed(() => requireTaken(bench, plain))) / 1000);
    }
    figures.push({ name, unit: 's', measured: median(measured), floor: median(floors), floorIs, aim });
  }
  return figures;
}
