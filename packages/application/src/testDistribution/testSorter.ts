import {
  type DistributionRuleType,
  globOf,
  type TestDistributionRuleView,
  type TestSuiteId,
  type TestSuiteSettings,
} from '@assay/contract';
import { bareTag, InvalidTestFilter, testSelector } from '@assay/junit';

type SortedTest = { projectId: string; file: string; name: string; tags: readonly string[] };
export type SortingRule = Pick<
  TestDistributionRuleView,
  'id' | 'ruleType' | 'assignedTo' | 'projectId' | 'testSuiteId' | 'includePatterns'
>;
type Suite = { projectId: string; settings: Pick<TestSuiteSettings, 'includeTags' | 'excludedTags' | 'testFilters'> };
type Fits = (test: SortedTest) => boolean;

const textsOf: Readonly<Record<DistributionRuleType, (test: SortedTest) => readonly string[]>> = {
  FILE: ({ file }) => [file],
  NAME: ({ name }) => [name],
  TAG: ({ tags }) => tags.map(bareTag),
};

function patternsFit({ ruleType, includePatterns }: SortingRule): Fits {
  if (includePatterns.length === 0) return () => true;
  const globs = includePatterns.map((pattern) => globOf(ruleType === 'TAG' ? bareTag(pattern) : pattern));
  return (test) => textsOf[ruleType](test).some((text) => globs.some((fits) => fits(text)));
}

function suiteFits(suite: Suite): Fits {
  try {
    const isSelected = testSelector(suite.settings);
    return (test) => test.projectId === suite.projectId && isSelected(test);
  } catch (error) {
    // A suite whose filter is no pattern runs nothing.
    if (error instanceof InvalidTestFilter) return () => false;
    throw error;
  }
}

function ruleFits(rule: SortingRule, suites: ReadonlyMap<TestSuiteId, Suite>): Fits {
  const suite = rule.testSuiteId === null ? null : suites.get(rule.testSuiteId);
  // Of a suite that was deleted.
  if (suite === undefined) return () => false;
  const ofSuite = suite === null ? () => true : suiteFits(suite);
  const ofPatterns = patternsFit(rule);
  return (test) => (rule.projectId === null || rule.projectId === test.projectId) && ofPatterns(test) && ofSuite(test);
}

/**
 * @param rules in the order in which they are applied
 * @param suites those that rules name, as far as they are in use
 * @returns which rule a test falls under: the first that fits; null: none does. No pattern can stretch the time for it.
 */
export function testSorter<Rule extends SortingRule>(
  rules: readonly Rule[],
  suites: ReadonlyMap<TestSuiteId, Suite>,
): (test: SortedTest) => Rule | null {
  const sorters = rules.map((rule) => ({ rule, fits: ruleFits(rule, suites) }));
  return (test) => sorters.find(({ fits }) => fits(test))?.rule ?? null;
}
