import type { ListedTest } from '@assay/contract';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { AssignedRun } from '../connection/assignedWork.ts';
import { UnitProblem } from '../units/unitProblem.ts';

const regexPrefix = 'Regex: ';

export type Selection = Pick<AssignedRun, 'includeTags' | 'excludedTags' | 'testFilters' | 'selectedTests'>;

/**
 * Selects the tests of a run: those with an included tag (any test when none is named), without excluded tags, matching
 * one of the filters, and among the selected tests.
 * @throws UnitProblem list.noneSelected when nothing is left, and filter.invalid for an invalid pattern.
 */
export function selectTests(tests: readonly ListedTest[], selection: Selection): ListedTest[] {
  const fits = selection.testFilters.map(filterOf);
  const selectedIds = selection.selectedTests === null ? null : new Set(selection.selectedTests);
  const included = new Set(selection.includeTags.map(bareTag));
  const excluded = new Set(selection.excludedTags.map(bareTag));
  const chosen = tests.filter((test) => {
    const tags = test.tags.map(bareTag);
    if (included.size > 0 && !tags.some((tag) => included.has(tag))) return false;
    if (tags.some((tag) => excluded.has(tag))) return false;
    if (fits.length > 0 && !fits.some((fit) => fit(test))) return false;
    return selectedIds === null || selectedIds.has(test.testId);
  });
  if (chosen.length > 0) return chosen;
  throw new UnitProblem('list.noneSelected', noneMessage(tests.length, selection));
}

/**
 * A filter is a test's exact name, or 'Regex: ' and a pattern searched for in `file name`. Patterns run in RE2, in time
 * linear to the text for every pattern.
 */
export function filterOf(filter: string): (test: Pick<ListedTest, 'file' | 'name'>) => boolean {
  if (!filter.startsWith(regexPrefix)) return (test) => test.name === filter;
  const pattern = compile(filter.slice(regexPrefix.length));
  return (test) => pattern.matcher(`${test.file} ${test.name}`).find();
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new UnitProblem(
      'filter.invalid',
      `The test filter '${pattern}' is not a pattern that can be used: ${error.message}. Change it in the run's filters.`,
    );
  }
}

// '@smoke' and 'smoke' are one tag: frameworks and people write both.
function bareTag(tag: string): string {
  return tag.replace(/^@/, '');
}

function noneMessage(found: number, selection: Selection): string {
  const because = [
    selection.includeTags.length > 0 ? `has one of the tags ${selection.includeTags.join(', ')}` : '',
    selection.excludedTags.length > 0 ? `has none of the tags ${selection.excludedTags.join(', ')}` : '',
    selection.testFilters.length > 0 ? `fits ${selection.testFilters.join(' or ')}` : '',
    selection.selectedTests !== null ? 'is one of the selected tests' : '',
  ].filter(Boolean);
  return `No test matches: of ${found} tests none ${because.join(' and ')}. Change the tags, filters or selection of the run.`;
}
