// Reads the failures of a run, and groups them by cause where it is asked to: `groupingProcess.ts FAILURES TEXTS read|group`.
import type { TestId } from '@assay/contract';
import { type FailedTest, FailureGrouping, groupFailures, problemIdOf } from '../../packages/root-causes/src/index.ts';

/** Milliseconds of one core in each sample. */
export type GroupingCost = { wholeMs: number[]; batchMs: number[]; residentMegabytes: number };

const [samples, batch, before] = [9, 20, 1_000];
const words = 'order cart price stock user invoice parcel driver seat ticket menu label'.split(' ');

function word(number: number): string {
  return `${words[number % words.length]}${words[Math.floor(number / words.length) % words.length]}`;
}

/** A row as a store has it. Each error has an id of its own; without ids, there are as many different ones as asked for. */
function row(index: number, texts: number): string {
  const kind = index % texts;
  const owner = word(kind);
  const place = word(Math.floor(kind / 7));
  const message = `TypeError: ${owner} ${index} of ${place} has no ${word(kind * 5)} for ${word(kind * 11)} at line ${kind}`;
  const frames = [
    `    at ${owner} (/build/${index}/src/${place}/${owner}${kind}.ts:${kind}:9)`,
    ...Array.from({ length: 8 }, (_, depth) => `    at call${depth} (/build/node_modules/lib/index.js:${depth}:1)`),
    `    at Object.<anonymous> (/build/${index}/test/${owner}.spec.ts:${index}:3)`,
  ];
  const error = [message, ...frames].join('\n').slice(0, 1_000);
  const failure: FailedTest = {
    id: `t${index}`,
    file: `test/${owner}.spec.ts`,
    name: `${owner} ${index}`,
    framework: 'jest',
    error,
    problemId: problemIdOf(error, `t${index}` as TestId),
    runnerId: null,
  };
  return JSON.stringify(failure);
}

const [count = 0, texts = 0] = process.argv.slice(2, 4).map(Number);
const isGrouped = process.argv[4] === 'group';
const rows = Array.from({ length: count }, (_, index) => row(index, texts));
const read = (from: readonly string[]) => from.map((text): FailedTest => JSON.parse(text));

function millisecondsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

const cost: GroupingCost = { wholeMs: [], batchMs: [], residentMegabytes: 0 };
for (let sample = 0; sample < samples; sample++) {
  const began = process.cpuUsage();
  const failures = read(rows);
  if (isGrouped && groupFailures(failures).groups.length === 0) throw new Error('no causes were found');
  cost.wholeMs.push(millisecondsSince(began));
}
cost.residentMegabytes = process.resourceUsage().maxRSS / 1024;

const grouping = new FailureGrouping();
let known = read(rows.slice(0, before));
if (isGrouped) grouping.group(known);
for (let at = before; at < before + 20 * batch; at += batch) {
  const began = process.cpuUsage();
  known = [...known, ...read(rows.slice(at, at + batch))];
  if (isGrouped) grouping.group(known);
  cost.batchMs.push(millisecondsSince(began));
}
process.stdout.write(JSON.stringify(cost));
