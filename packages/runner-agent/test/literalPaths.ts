import type { ProjectSettings, TestingFramework } from '@assay/contract';
import type { AgentBench } from './agentBench.ts';

/** Folders and names in which a glob, a shell, a URL or a command line would read something else. */
export const literalNames = [
  '[id]/one',
  '[...slug]',
  '(auth)/[id]/two',
  'x[1]',
  'x1',
  '{a,b}/three',
  'b/three',
  'a!b',
  '!first',
  'what?',
  'all*',
  '**/four',
  'p+q @#% ~',
  '@tag',
  '-dash',
  '$HOME',
];

/** @returns the status of each test by its file, which differs from the names only in the extension */
export async function statusesOf(
  bench: AgentBench,
  testingFramework: TestingFramework,
  files: Record<string, string>,
  settings: Partial<ProjectSettings> = {},
) {
  const order = bench.order({ gitUrl: bench.repository(files), testingFramework, ...settings });
  const { tests, finals, problem } = await bench.outcomeOf(order);
  expect(problem).toBeNull();
  return Object.fromEntries(tests.map(({ file, name }) => [file, finals.get(name)?.status]));
}

export const allPass = (files: readonly string[]) => Object.fromEntries(files.map((file) => [file, 'PASS']));
