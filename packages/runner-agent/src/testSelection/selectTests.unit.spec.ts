import type { ListedTest, TestId } from '@assay/contract';
import { type Selection, selectTests } from './selectTests.ts';
import { identifyTests } from './testIdentity.ts';

const everything: Selection = { includeTags: [], excludedTags: [], testFilters: [], selectedTests: null };
const tests: ListedTest[] = identifyTests([
  { key: '1', file: 'a.feature', name: 'pays', line: 1, tags: ['@smoke', '@slow'] },
  { key: '2', file: 'a.feature', name: 'pays later', line: 2, tags: ['@smoke'] },
  { key: '3', file: 'b.feature', name: 'ships', line: 1, tags: [] },
]);

function chosen(selection: Partial<Selection>): string[] {
  return selectTests(tests, { ...everything, ...selection }).map(({ name }) => name);
}

describe('selecting the tests of a run', () => {
  it('takes all of them by default', () => {
    expect(chosen({})).toEqual(['pays', 'pays later', 'ships']);
  });

  it('takes those with any included tag, written with or without @', () => {
    expect(chosen({ includeTags: ['slow', '@none'] })).toEqual(['pays']);
    expect(chosen({ includeTags: ['@smoke'] })).toEqual(['pays', 'pays later']);
  });

  it('leaves out those with any excluded tag, even when they are included too', () => {
    expect(chosen({ includeTags: ['@smoke'], excludedTags: ['@slow'] })).toEqual(['pays later']);
  });

  it('takes a filter without prefix as an exact name', () => {
    expect(chosen({ testFilters: ['pays'] })).toEqual(['pays']);
  });

  it('searches a pattern in file and name', () => {
    expect(chosen({ testFilters: ['Regex: ^b\\.feature s'] })).toEqual(['ships']);
    expect(chosen({ testFilters: ['Regex: later$', 'ships'] })).toEqual(['pays later', 'ships']);
  });

  it('is not stalled by a pattern that backtracks', () => {
    const long = identifyTests([{ key: '1', file: 'f', name: 'a'.repeat(1900), line: null, tags: [] }]);
    expect(() => selectTests(long, { ...everything, testFilters: ['Regex: (a+)+b'] })).toThrow(/No test matches/);
  });

  it('refuses an invalid pattern, with a sentence', () => {
    expect(() => chosen({ testFilters: ['Regex: (('] })).toThrow(expect.objectContaining({ code: 'filter.invalid' }));
  });

  it('takes exactly the selected tests', () => {
    const id = tests[2]?.testId ?? ('' as TestId);
    expect(chosen({ selectedTests: [id] })).toEqual(['ships']);
  });

  it('says which criteria left nothing', () => {
    expect(() => chosen({ includeTags: ['@gone'], testFilters: ['pays'] })).toThrow(
      expect.objectContaining({
        code: 'list.noneSelected',
        message: expect.stringContaining('tags @gone and fits pays'),
      }),
    );
  });
});
