import { problemsOfLinks, problemsOfSettings } from './pages.mjs';

const files: Record<string, string> = {
  'docs/guide.md': '# Guide\n\n## Set it `up`\n```\n# not a heading\n```\n',
  'docs/folder': '',
  'packages/a/src/main.ts': '',
};
const problemsIn = (text: string) =>
  problemsOfLinks('docs/page.md', `# Page\n\n## Here\n\n${text}`, (path) => files[path] ?? null);

describe('links of pages', () => {
  it.each([
    '[a heading](guide.md#set-it-up), [one of this page](#here), [elsewhere](https://example.org/none.md#no)',
    '`packages/a/src/main.ts`, `docs/folder/`',
    '`[not a link](none.md)`, `packages/junit/src/NAME.ts`',
    '```\n[an example](none.md)\n```',
  ])('accepts %j', (text) => {
    expect(problemsIn(text)).toEqual([]);
  });

  it.each([
    ['[a](none.md)', 'docs/page.md: none.md leads to no file'],
    ['[a](guide.md#none)', 'docs/page.md: guide.md#none leads to no heading'],
    ['[a](guide.md#not-a-heading)', 'docs/page.md: guide.md#not-a-heading leads to no heading'],
    ['[a](#none)', 'docs/page.md: #none leads to no heading'],
    ['see `packages/a/src/none.ts`', 'docs/page.md: packages/a/src/none.ts does not exist'],
  ])('reports %j', (text, problem) => {
    expect(problemsIn(text)).toEqual([problem]);
  });
});

describe('the table of settings', () => {
  const table = '| name |\n|---|\n| `ASSAY_ONE`, `ASSAY_TWO` |\n| `ASSAY_OIDC_<NAME>_ISSUER` |\n';

  it('has what the code reads', () => {
    const code = 'env.ASSAY_ONE; env.ASSAY_TWO; `ASSAY_OIDC_`; env.ASSAY_RUN_FOLDER; env.ASSAY_BASE_URL';
    expect(problemsOfSettings(table, code)).toEqual([]);
  });

  it('reports a setting that only the code or only the table has', () => {
    expect(problemsOfSettings(table, 'env.ASSAY_TWO; env.ASSAY_THREE')).toEqual([
      'docs/operating.md has no ASSAY_THREE, which the code reads',
      'docs/operating.md has ASSAY_ONE, which the code does not read',
    ]);
  });

  it('does not count text outside of the table', () => {
    expect(problemsOfSettings(`ASSAY_THREE is new.\n${table}`, 'ASSAY_ONE ASSAY_TWO ASSAY_THREE')).toEqual([
      'docs/operating.md has no ASSAY_THREE, which the code reads',
    ]);
  });
});
