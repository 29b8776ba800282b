import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleGit } from 'simple-git';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { problemsOfLine, problemsOfProse } from './prose.mjs';

const found = (file: string, line: string) => problemsOfLine(file, line).map((problem) => problem.found);

describe('the English of one line', () => {
  it.each([
    ['docs/a.md', 'Whoever reads it', ['Whoever']],
    ['a.ts', '  // The agent is told of it', ['is told']],
    ['a.ts', '   * A queue beside the other', ['beside']],
    ['a.ts', "const message = 'There is no such project.';", ['There is no such']],
    ['a.tsx', '          Nobody has signed in yet', ['Nobody']],
    ['a.tsx', '<p title="as many as may be">', ['as may be']],
    ['a.mjs', 'it(`waits as far as needed`);', ['as far as']],
    ['a.ts', "it('is set aside and none of which is told');", ['none of which', 'is told', 'of which', 'set aside']],
    ['a.ts', '// The agent hears of it at its next renewal', ['hears of']],
    ['a.ts', "it('refuses an order that there is not');", ['that there is not']],
    ['docs/a.md', 'Why Slack does not any more', ['does not any more']],
    ['a.ts', '// A process that was killed counts so long', ['counts so long']],
    ['a.ts', '// What is imported is no news', ['is no news']],
    ['docs/a.md', 'Stored by the way of a bucket', ['by the way of']],
    ['a.ts', "it('are gone on with from the checkpoint');", ['gone on with']],
    ['a.ts', '// Those to whom the mail goes', ['Those to whom']],
    ['a.ts', '/** @returns the reason, in words for people */', ['in words for people']],
    ['a.ts', "it('fails a run that takes longer than it may');", ['longer than it may']],
    ['a.ts', '/** Mail that people may want no more of. */', ['want no more of']],
    ['a.ts', '// In projects where the team wants it so', ['wants it so']],
  ])('%s: refuses %j', (file, line, expected) => {
    expect(found(file, line)).toEqual(expected);
  });

  it.each([
    ['a.ts', 'const beside = whoever + stands;'],
    ['a.ts', "import { besides } from './beside.ts'; // besides"],
    ['a.tsx', '<Beside whoever={nobody} />'],
    ['docs/a.md', 'The variable `nobody` and [this](../beside.md)'],
    ['a.ts', '// `beside` is the name of a CSS class'],
  ])('%s: accepts names of code and quoted code: %j', (file, line) => {
    expect(found(file, line)).toEqual([]);
  });
});

describe('the English of added lines', () => {
  let repository: Repository;
  let since: string;
  beforeEach(async () => {
    repository = await makeRepository({ 'docs/old.md': 'Whoever reads it\n', 'samples/a.md': 'Fine\n' });
    since = (await simpleGit(repository.path).revparse(['HEAD'])).trim();
  });
  afterEach(() => repository.remove());
  const write = (file: string, text: string) => writeFile(join(repository.path, file), text);

  it('is checked in commits, changes and new files, but not in older lines and samples', async () => {
    const git = simpleGit(repository.path);
    await write('docs/committed.md', 'Fine\nNobody reads it\n');
    await git.add('.').commit('Add a page');
    await write('docs/old.md', 'Whoever reads it\nIt is told\n');
    await write('docs/new.md', 'A line beside another\n');
    await write('samples/a.md', 'Whoever reads it\n');
    await write('docs/data.json', '"Whoever reads it"\n');
    expect(problemsOfProse(repository.path, since)).toEqual([
      expect.stringMatching(/^docs\/committed\.md:2 'Nobody': /),
      expect.stringMatching(/^docs\/old\.md:2 'is told': /),
      expect.stringMatching(/^docs\/new\.md:1 'beside': /),
    ]);
  });

  it('is not checked in a file that only moves', async () => {
    await rename(join(repository.path, 'docs/old.md'), join(repository.path, 'docs/moved.md'));
    await simpleGit(repository.path).add('.');
    expect(problemsOfProse(repository.path, since)).toEqual([]);
  });

  it('is not checked without the history', () => {
    expect(problemsOfProse(repository.path, 'f'.repeat(40))).toEqual([]);
  });
});
