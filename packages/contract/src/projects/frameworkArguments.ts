import type { ProjectSettings, TestingFramework } from './projectViews.ts';

/** By framework, the arguments by which Assay itself says what is run and hears of it. */
const reserved: Partial<Record<TestingFramework, readonly string[]>> = {
  CucumberJS: [
    '--config',
    '-c',
    '--dry-run',
    '-d',
    '--fail-fast',
    '--format',
    '-f',
    '--order',
    '--parallel',
    '--retry',
  ],
  Cypress: ['--spec', '-s', '--reporter', '-r', '--config', '-c', '--config-file', '-C', '--record', '--parallel'],
  NightWatch: ['--config', '-c', '--parallel', '--reporter', '-r', '--retries', '--suiteRetries', '--test', '-t'],
  NUnit: ['--settings', '-s', '--filter', '--logger', '-l', '--list-tests', '-t'],
  Playwright: [
    ...['--config', '-c', '--reporter', '--workers', '-j', '--list', '--last-failed', '--output', '--retries'],
    ...['--max-failures', '-x', '--shard', '--ui'],
  ],
  PyTest: ['-c', '--config-file', '--collect-only', '--co', '--maxfail', '-x', '--exitfirst', '-n', '--numprocesses'],
  TestNG: ['-Dtestng.mode.dryrun', '-cp', '-classpath', '--class-path', '-jar', '-version', '--version'],
  WebDriverIO: ['--spec', '--reporters', '-r', '--watch'],
};

/** @returns the first of the arguments that Assay sets itself; null if there is none */
export function reservedArgument({
  testingFramework,
  frameworkArguments,
}: Pick<ProjectSettings, 'testingFramework' | 'frameworkArguments'>): string | null {
  const names = reserved[testingFramework] ?? [];
  const nameOf = (argument: string) => argument.trim().split('=', 1)[0] ?? '';
  return frameworkArguments.map(nameOf).find((name) => names.includes(name)) ?? null;
}
