import type { ListedTest } from '@assay/contract';
import { InvalidTestFilter, type SelectableTest, type TestSelection, testSelector } from '@assay/junit';
import type { AssignedRun } from '../connection/assignedWork.ts';
import { UnitProblem } from '../units/unitProblem.ts';

export type Selection = Pick<AssignedRun, 'includeTags' | 'excludedTags' | 'testFilters' | 'selectedTests'>;

/**
 * Selects the tests of a run: those that its tags and filters select, and among the selected tests.
 * @throws UnitProblem list.noneSelected when nothing is left, and filter.invalid for an invalid pattern.
 */
export function selectTests(tests: readonly ListedTest[], selection: Selection): ListedTest[] {
  const isSelected = selectorOf(selection);
  const selectedIds = selection.selectedTests === null ? null : new Set(selection.selectedTests);
  const chosen = tests.filter((test) => isSelected(test) && (selectedIds === null || selectedIds.has(test.testId)));
  if (chosen.length > 0) return chosen;
  throw new UnitProblem('list.noneSelected', noneMessage(tests.length, selection));
}

/** As `testSelector`. @throws UnitProblem filter.invalid for an invalid pattern */
export function selectorOf(selection: TestSelection): (test: SelectableTest) => boolean {
  try {
    return testSelector(selection);
  } catch (error) {
    if (!(error instanceof InvalidTestFilter)) throw error;
    throw new UnitProblem(
      'filter.invalid',
      `The test filter '${error.pattern}' is not a pattern that can be used: ${error.message}. Change it in the run's filters.`,
    );
  }
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
