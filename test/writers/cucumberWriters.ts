import { counted, type Writer } from './writer.ts';

const npm = { '@cucumber/cucumber': '12.9.0' };
const titles = [
  'adds',
  'pays',
  'has an undefined step',
  'has a pending step',
  'is skipped',
  'has "quotes" & <angles>',
  'is flaky',
  'costs',
  'costs',
  'has a failed set-up',
  'is nested',
];

function writer(name: string, format: string, report: string, hides: Writer['hides']): Writer {
  const formats = ['--format', 'summary', '--format', `${format}:${report}`];
  return {
    name,
    install: { npm },
    sample: 'cucumber',
    command: ['cucumber-js', '--retry', '1', ...formats, 'features'],
    reports: [report],
    exitCode: 1,
    console: counted({
      passed: /(?<=^\d+ scenarios? \(.*)\b(\d+) passed/m,
      failed: /(?<=^\d+ scenarios? \(.*)\b(\d+) (?:failed|undefined|pending|ambiguous)/m,
      skipped: /(?<=^\d+ scenarios? \(.*)\b(\d+) skipped/m,
    }),
    titles,
    fails: true,
    hides,
  };
}

/** cucumber-js, for which a scenario with an undefined or pending step has failed. */
export const cucumberWriters: readonly Writer[] = [
  writer('Cucumber messages', 'message', 'report.ndjson', null),
  writer('Cucumber json', 'json', 'report.json', 'attempts before the last; rules, and the table of an example'),
  writer('Cucumber junit', 'junit', 'report.xml', 'attempts of a test'),
];
