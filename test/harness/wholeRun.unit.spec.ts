import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { simpleGit } from 'simple-git';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import {
  describeWholeRun,
  keepRedRun,
  problemsOfWholeRun,
  recordWholeRun,
  redRunOf,
  testedCommit,
} from './wholeRun.mjs';

const date = '2026-03-01T12:00:00.000Z';
const twoDaysLater = new Date('2026-03-03T18:00:00.000Z');

let repository: Repository;
let commit: string;
beforeEach(async () => {
  repository = await makeRepository({ 'test/a.spec.ts': '' });
  commit = (await simpleGit(repository.path).revparse(['HEAD'])).trim();
  recordWholeRun({ commit, date, passed: 8306, skipped: 0 }, repository.path);
});
afterEach(() => repository.remove());

function addCommits(number: number): void {
  const commit = 'commit refs/heads/main\ncommitter Ann <ann@example.org> 0 +0000\ndata 0\n';
  const input = `${commit}from refs/heads/main^0\n\n${`${commit}\n`.repeat(number - 1)}`;
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repository.path, input });
}

describe('the record of the newest whole run', () => {
  it('is described by its count, commit and age', () => {
    addCommits(2);
    expect(describeWholeRun(repository.path, twoDaysLater)).toBe(
      `whole: 8,306 passed at ${commit.slice(0, 7)}, 2 days, 2 commits ago`,
    );
    recordWholeRun({ commit, date, passed: 8306, skipped: 12 }, repository.path);
    expect(describeWholeRun(repository.path, twoDaysLater)).toContain('8,306 passed, 12 skipped at');
  });

  it('names the specs that passed only when they ran again', () => {
    recordWholeRun({ commit, date, passed: 8306, skipped: 0, again: ['test/a.spec.ts'] }, repository.path);
    expect(describeWholeRun(repository.path, twoDaysLater)).toContain('8,306 passed, 1 spec again at');
  });

  it('is completed by what failed in a red run of the same commit, if that is little', () => {
    expect(redRunOf(commit, repository.path)).toBeNull();
    const red = { commit, passed: 8300, skipped: 1, failedSpecs: ['test/a.spec.ts'] };
    keepRedRun(red, repository.path);
    expect(redRunOf(commit, repository.path)).toEqual(red);
    expect([redRunOf('f'.repeat(40), repository.path), redRunOf(null, repository.path)]).toEqual([null, null]);
    keepRedRun({ ...red, failedSpecs: Array(6).fill('test/a.spec.ts') }, repository.path);
    expect(redRunOf(commit, repository.path)).toBeNull();
  });

  it('is too old after 300 commits', () => {
    addCommits(300);
    expect(problemsOfWholeRun(repository.path)).toEqual([]);
    addCommits(1);
    expect(problemsOfWholeRun(repository.path)).toEqual([
      'test/whole.json is 301 commits old, the limit is 300: npm run test:whole',
    ]);
  });

  it('has to exist', async () => {
    await rm(join(repository.path, 'test/whole.json'));
    expect(problemsOfWholeRun(repository.path)).toEqual(['test/whole.json is missing: npm run test:whole']);
    expect(describeWholeRun(repository.path)).toBe('whole: no record, see npm run test:whole');
  });

  it('has to name a commit of the history', () => {
    recordWholeRun({ commit: 'f'.repeat(40), date, passed: 1, skipped: 0 }, repository.path);
    expect(problemsOfWholeRun(repository.path)).toEqual([
      `test/whole.json names commit ${'f'.repeat(40)}, which is not in the history: npm run test:whole`,
    ]);
  });

  it('is accepted without the number of commits in a shallow clone and in an export without git', async () => {
    addCommits(2);
    const folder = await mkdtemp(join(tmpdir(), 'whole-run-'));
    try {
      const [shallow, exported] = [join(folder, 'shallow'), join(folder, 'exported')];
      await simpleGit().clone(pathToFileURL(repository.path).href, shallow, ['--depth=1']);
      await mkdir(join(exported, 'test'), { recursive: true });
      for (const clone of [shallow, exported]) {
        recordWholeRun({ commit, date, passed: 8306, skipped: 0 }, clone);
        expect(problemsOfWholeRun(clone)).toEqual([]);
        expect(describeWholeRun(clone, twoDaysLater)).toBe(`whole: 8,306 passed at ${commit.slice(0, 7)}, 2 days ago`);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the tested commit', () => {
  it('is the newest one, unless files differ from it', async () => {
    await rm(join(repository.path, 'test/whole.json'));
    expect(testedCommit(repository.path)).toBe(commit);
    await writeFile(join(repository.path, 'test/a.spec.ts'), 'changed');
    expect(testedCommit(repository.path)).toBeNull();
  });
});
