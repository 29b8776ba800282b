import { Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { limits } from '../limits.ts';

/** Tags that tests of a run have, or do not have. */
export const TagList = Type.Array(Type.String(formFields.testTag), { maxItems: limits.testTags });

export const TestFilterList = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 2000,
    description: "a test's name, or 'Regex: ' and a pattern over file and name",
  }),
  { maxItems: 500 },
);

type RequestedTests = {
  projectId: string;
  environmentId: string;
  testSuiteId?: string | null;
  includeTags: readonly string[];
  excludedTags: readonly string[];
  testFilters: readonly string[];
  playwrightProject: string | null;
  copies?: number;
};

/** @returns a text that is equal for runs that ask for the same tests, in whatever order their tags and filters are. */
export function requestedTestsText(request: RequestedTests): string {
  const { projectId, environmentId, testSuiteId = null, playwrightProject, copies = 1 } = request;
  const { includeTags, excludedTags, testFilters } = request;
  const tests = [includeTags, excludedTags, testFilters].map((each) => [...each].sort());
  return JSON.stringify([projectId, environmentId, testSuiteId, ...tests, playwrightProject, copies]);
}
