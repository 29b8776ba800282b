import { join } from 'node:path';
import type { ProjectFiles } from '../../projectFiles/projectFiles.ts';

const titleSeparator = ' › ';

/**
 * By default jest-junit omits the file of a test and files that cannot be loaded, and joins titles without a separator.
 * The titles are put into the name only: a class name equal to the test's name would be dropped as a repetition.
 */
const jestJunit = {
  JEST_JUNIT_ADD_FILE_ATTRIBUTE: 'true',
  JEST_JUNIT_SUITE_NAME: '{filepath}',
  JEST_JUNIT_CLASSNAME: 'suite',
  JEST_JUNIT_TITLE: `{classname}${titleSeparator}{title}`,
  JEST_JUNIT_REPORT_TEST_SUITE_ERRORS: 'true',
  JEST_JUNIT_ANCESTOR_SEPARATOR: titleSeparator,
};

/**
 * @returns variables that make JUnit XML reporters write more than by default; none for a reporter that the project or
 * the run's environment has configured.
 */
export async function reporterEnvironment(
  files: ProjectFiles,
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  if (Object.keys(environment).some((name) => name.startsWith('JEST_JUNIT_'))) return {};
  const manifest = (await files.readText(join(directory, 'package.json'))) ?? '';
  return /"jest-junit"\s*:\s*\{/.test(manifest) ? {} : jestJunit;
}

/** @returns the name of a test; a test outside any `describe` has nothing before the separator. */
export function withoutEmptyTitle(name: string): string {
  return name.startsWith(titleSeparator) ? name.slice(titleSeparator.length) : name;
}
