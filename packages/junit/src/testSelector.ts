import { RE2JS, RE2JSSyntaxException } from 're2js';

const regexPrefix = 'Regex: ';

export type SelectableTest = { file: string; name: string; tags: readonly string[] };

/** Tags and filters of a run or a suite. */
export type TestSelection = {
  includeTags: readonly string[];
  excludedTags: readonly string[];
  testFilters: readonly string[];
};

/** A filter is no pattern that can be used. */
export class InvalidTestFilter extends Error {
  readonly pattern: string;

  constructor(pattern: string, why: string) {
    super(why);
    this.name = 'InvalidTestFilter';
    this.pattern = pattern;
  }
}

/**
 * @returns whether a test is selected: it has an included tag (any will do when none is named), no excluded tag, and
 * matches one of the filters
 * @throws InvalidTestFilter
 */
export function testSelector({ includeTags, excludedTags, testFilters }: TestSelection) {
  const fits = testFilters.map(filterOf);
  const included = new Set(includeTags.map(bareTag));
  const excluded = new Set(excludedTags.map(bareTag));
  return (test: SelectableTest): boolean => {
    const tags = test.tags.map(bareTag);
    if (included.size > 0 && !tags.some((tag) => included.has(tag))) return false;
    if (tags.some((tag) => excluded.has(tag))) return false;
    return fits.length === 0 || fits.some((fit) => fit(test));
  };
}

/**
 * A filter is a test's exact name, or 'Regex: ' and a pattern searched for in `file name`. Patterns run in RE2, in time
 * linear to the text for every pattern.
 */
function filterOf(filter: string): (test: Pick<SelectableTest, 'file' | 'name'>) => boolean {
  if (!filter.startsWith(regexPrefix)) return (test) => test.name === filter;
  const pattern = compile(filter.slice(regexPrefix.length));
  return (test) => pattern.matcher(`${test.file} ${test.name}`).find();
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new InvalidTestFilter(pattern, error.message);
  }
}

/** '@smoke' and 'smoke' are one tag: frameworks and people write both. */
export function bareTag(tag: string): string {
  return tag.replace(/^@/, '');
}
