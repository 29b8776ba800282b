import { counted, type Writer } from './writer.ts';

const mocha = '12.0.3';
const sample = 'mocha';
const console = counted({ passed: /(\d+) passing/, failed: /(\d+) failing/, skipped: /(\d+) pending/ });
const titles = [
  'adds',
  'pays',
  'ships later',
  'is skipped',
  'prints',
  'is flaky',
  'times out',
  'has "quotes" & <angles>',
  'has an equal',
  'has an equal',
  'costs 1',
  'costs 2',
  'is nested',
  'has a failed tear-down',
  'is counted',
];

/** Mocha and its reporters. */
export const mochaWriters: readonly Writer[] = [
  {
    name: 'Mocha json',
    install: { npm: { mocha } },
    sample,
    command: ['sh', '-c', 'mocha --reporter json --reporter-option output=report.json *.cjs'],
    reports: ['report.json'],
    exitCode: 8,
    console,
    titles,
    fails: true,
    hides: 'messages of earlier attempts; tests behind a failed hook',
  },
];
