import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const titleSeparator = ' › ';

/**
 * jest-junit leaves out the file of a test and whole files that cannot be loaded, and runs together what its titles are,
 * unless it is told otherwise. The titles are in the name alone: a class of the same name as its test would be taken for
 * that name said twice.
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
 * @returns variables that have reporters of JUnit XML say more than they do by themselves; none for a reporter that the
 * project itself, or the run's environment, has told what to write.
 */
export async function reporterEnvironment(
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  if (Object.keys(environment).some((name) => name.startsWith('JEST_JUNIT_'))) return {};
  const manifest = await readFile(join(directory, 'package.json'), 'utf8').catch(() => '');
  return /"jest-junit"\s*:\s*\{/.test(manifest) ? {} : jestJunit;
}

/** @returns the name of a test; one in no `describe` has nothing before the separator. */
export function withoutEmptyTitle(name: string): string {
  return name.startsWith(titleSeparator) ? name.slice(titleSeparator.length) : name;
}
