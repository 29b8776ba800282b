import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import type { GlobOptions } from './globs.ts';

const tree = [
  'a.xml',
  'b+c.xml',
  'skip me.xml',
  '[id].xml',
  '.hidden.xml',
  'notes.txt',
  'reports/one.xml',
  'reports/two.xml',
  'reports/old/three.xml',
  'reports/.cache/four.xml',
  'other/reports/five.xml',
  'node_modules/pkg/six.xml',
  'other/node_modules/pkg/seven.xml',
  '.git/eight.xml',
  '../shared/nine.xml',
  '../../elsewhere/ten.xml',
];

describe('file patterns', () => {
  const files = openMachineFiles();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-globs-')));
  const repository = join(folder, 'repository');
  const directory = join(repository, 'project');
  beforeAll(() => {
    for (const name of tree) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), name);
    }
    symlinkSync(join(folder, 'elsewhere'), join(directory, 'linked'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function found(patterns: readonly string[], options: GlobOptions = {}): Promise<string[]> {
    const paths = await files.find(directory, patterns, options);
    return paths.map(({ path }) => relative(directory, path).split(sep).join('/'));
  }

  it.each<[string, string[]]>([
    ['*.txt', ['notes.txt']],
    ['./*.txt', ['notes.txt']],
    ['././reports/*.xml', ['reports/one.xml', 'reports/two.xml']],
    ['reports/../*.txt', ['notes.txt']],
    ['reports\\*.xml', ['reports/one.xml', 'reports/two.xml']],
    ['*/*.xml', ['reports/one.xml', 'reports/two.xml']],
    ['reports/{one,three}.xml', ['reports/one.xml']],
    ['{reports,other/reports}/*.xml', ['other/reports/five.xml', 'reports/one.xml', 'reports/two.xml']],
    ['reports/t?o.xml', ['reports/two.xml']],
    ['reports/!(one).xml', ['reports/two.xml']],
    ['!(a|b).txt', ['notes.txt']],
    ['**/three.xml', ['reports/old/three.xml']],
    ['**/reports/*.xml', ['other/reports/five.xml', 'reports/one.xml', 'reports/two.xml']],
    ['reports/**', ['reports/old/three.xml', 'reports/one.xml', 'reports/two.xml']],
    ['reports/**/*.xml', ['reports/old/three.xml', 'reports/one.xml', 'reports/two.xml']],
    ['nowhere/**', []],
  ])('match with wildcards: %s', async (pattern, expected) => {
    expect(await found([pattern])).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['a.xml', ['a.xml']],
    ['./a.xml', ['a.xml']],
    ['b+c.xml', ['b+c.xml']],
    ['skip me.xml', ['skip me.xml']],
    ['[id].xml', ['[id].xml']],
    ['.hidden.xml', ['.hidden.xml']],
    ['reports/one.xml', ['reports/one.xml']],
    ['reports/.cache/four.xml', ['reports/.cache/four.xml']],
    ['nowhere.xml', []],
    ['a.xml/below', []],
    ['', []],
    ['/', []],
  ])('match plain paths: %j', async (pattern, expected) => {
    expect(await found([pattern])).toEqual(expected);
  });

  it('match every file in a folder that wildcards lead to', async () => {
    const all = ['other/reports/five.xml', 'reports/old/three.xml', 'reports/one.xml', 'reports/two.xml'];
    expect((await found(['**/reports'])).sort()).toEqual(all);
    expect(await found(['*/reports'])).toEqual(['other/reports/five.xml']);
  });

  it.each(['reports', 'reports/', './reports'])('match every file in a plain folder: %s', async (pattern) => {
    expect(await found([pattern])).toEqual(['reports/old/three.xml', 'reports/one.xml', 'reports/two.xml']);
  });

  it('match each file once, sorted by path', async () => {
    expect(await found(['reports/two.xml', 'reports/*.xml', 'a.xml', '**/one.xml'])).toEqual([
      'a.xml',
      'reports/one.xml',
      'reports/two.xml',
    ]);
  });

  it('match absolute paths in the directory', async () => {
    expect(await found([`${directory}/reports/*.xml`])).toEqual(['reports/one.xml', 'reports/two.xml']);
    expect(await found([join(directory, 'a.xml')])).toEqual(['a.xml']);
    expect(await found([`${folder}/elsewhere/*.xml`, '/*', `${directory}-2/*`])).toEqual([]);
  });

  it.each(['../shared/*.xml', '../shared/nine.xml', '../**/nine.xml', '../shared'])(
    'match above the directory up to the outermost folder only: %s',
    async (pattern) => {
      expect(await found([pattern])).toEqual([]);
      expect(await found([pattern], { within: repository })).toEqual(['../shared/nine.xml']);
    },
  );

  it.each(['../../elsewhere/*.xml', '../../elsewhere', '../../**', 'linked/../../../elsewhere/*.xml', '*/../../../*'])(
    'match nothing outside of the outermost folder: %s',
    async (pattern) => {
      expect(await found([pattern], { within: repository, dot: true })).toEqual([]);
    },
  );

  it('match names that begin with a dot where that is wanted, and never what is in .git or node_modules', async () => {
    expect(await found(['**/*.xml'], { dot: true })).toEqual([
      '.hidden.xml',
      '[id].xml',
      'a.xml',
      'b+c.xml',
      'other/reports/five.xml',
      'reports/.cache/four.xml',
      'reports/old/three.xml',
      'reports/one.xml',
      'reports/two.xml',
      'skip me.xml',
    ]);
    expect(await found(['**/.*.xml'])).toEqual(['.hidden.xml']);
    expect(await found(['**/.cache/*'])).toEqual(['reports/.cache/four.xml']);
  });

  it('do not enter skipped folders', async () => {
    expect(await found(['**/*.xml'], { skip: ['reports'] })).toEqual(['[id].xml', 'a.xml', 'b+c.xml', 'skip me.xml']);
  });

  it.each<[string, string[]]>([
    ['a.xml', ['[id].xml', 'b+c.xml', 'skip me.xml']],
    ['b+c.xml', ['[id].xml', 'a.xml', 'skip me.xml']],
    ['skip*.xml', ['[id].xml', 'a.xml', 'b+c.xml']],
    ['./skip me.xml', ['[id].xml', 'a.xml', 'b+c.xml']],
    ['**/a.xml', ['[id].xml', 'b+c.xml', 'skip me.xml']],
    ['../project/a.xml', ['[id].xml', 'b+c.xml', 'skip me.xml']],
    ['../**/a.xml', ['[id].xml', 'b+c.xml', 'skip me.xml']],
    ['**', []],
    ['reports', ['[id].xml', 'a.xml', 'b+c.xml', 'skip me.xml']],
    ['', ['[id].xml', 'a.xml', 'b+c.xml', 'skip me.xml']],
  ])('leave out what an exclusion matches: %j', async (pattern, expected) => {
    expect(await found(['*.xml'], { exclude: [pattern] })).toEqual(expected);
    expect(await found([`!${pattern}`, '*.xml'])).toEqual(expected);
  });

  it.each(['reports/old', 'reports/old/', 'reports/old/**', '**/old', '**/old/**', 'reports/*/*', '**/three.xml'])(
    'leave out files in an excluded folder: %s',
    async (pattern) => {
      expect(await found(['reports/**'], { exclude: [pattern] })).toEqual(['reports/one.xml', 'reports/two.xml']);
      expect(await found(['reports/**', `!${pattern}`])).toEqual(['reports/one.xml', 'reports/two.xml']);
    },
  );

  it('leave out files that begin with a dot by wildcards too', async () => {
    expect(await found(['**/*.xml'], { dot: true, exclude: ['reports/**', '*.xml', 'other'] })).toEqual([]);
  });

  it('match down to a depth', async () => {
    const to = async (depth: number) => await found(['**/*.xml'], { depth, exclude: ['*.xml'] });
    expect(await to(1)).toEqual([]);
    expect(await to(2)).toEqual(['reports/one.xml', 'reports/two.xml']);
    expect(await to(3)).toEqual([
      'other/reports/five.xml',
      'reports/old/three.xml',
      'reports/one.xml',
      'reports/two.xml',
    ]);
  });
});
