import { testSuiteView } from '../../../testSupport/views.ts';
import { selectionOf } from '../../../ui/form/testFilters.ts';
import { kindOfSuite } from './suiteWords.ts';

it.each([
  ['EndToEnd', 'END_TO_END', 'End to end'],
  ['Smoke', 'END_TO_END', 'Smoke, end to end'],
  ['Other', 'UNIT', 'Unit'],
  ['WhiteBox', 'UNKNOWN', 'White box'],
] as const)('a suite of type %s and class %s is %s', (type, classification, said) => {
  expect(kindOfSuite({ type, classification })).toBe(said);
});

it('tells which tests a suite selects', () => {
  const suite = testSuiteView({ includeTags: ['@a'], excludedTags: ['@slow'], testFilters: ['pays by card'] });
  expect(selectionOf(suite)).toEqual(['@a', 'not @slow', 'pays by card']);
});
