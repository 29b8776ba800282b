import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { simpleGit } from 'simple-git';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { affected } from './changed.mjs';

const source = 'packages/domain/src/run.ts';
const imports = 'packages/domain/src/run.unit.spec.ts';
const support = 'packages/api/test/client.ts';
const startsProcesses = [
  'test/support/bundled.ts',
  'test/support/builtProcess.ts',
  'test/support/installation.ts',
  'test/support/commandLine.ts',
];

let repository: Repository;
beforeEach(async () => {
  const files = [source, imports, support, 'README.md', 'docs/operating.md', 'samples/shop/package.json'];
  repository = await makeRepository(Object.fromEntries(files.map((file) => [file, 'before'])));
});
afterEach(() => repository.remove());

async function change(...files: string[]): Promise<void> {
  for (const file of files) {
    const path = join(repository.path, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'after');
  }
}
const chosen = (comparedWith?: string) => affected(comparedWith, repository.path).tests;

describe('what a change can affect', () => {
  it('is nothing without one, and where only texts have changed', async () => {
    expect(chosen()).toEqual([]);
    await change('README.md', 'docs/operating.md', 'docs/new.md');
    expect(chosen()).toEqual([]);
  });

  it('is what imports a spec or a support of specs', async () => {
    await change(imports, support);
    expect(chosen()).toEqual(['--findRelatedTests', support, imports]);
  });

  it('is what imports a source, and all that start processes of ours, which it is built into', async () => {
    await change(source);
    expect(chosen()).toEqual(['--findRelatedTests', source, ...startsProcesses]);
  });

  it('is everything where imports do not tell', async () => {
    await change('samples/shop/package.json');
    expect(chosen()).toBeNull();
  });

  it('counts files that are new, not yet committed, or gone', async () => {
    await change('packages/domain/src/plan.ts');
    expect(chosen()).toEqual(['--findRelatedTests', 'packages/domain/src/plan.ts', ...startsProcesses]);
    await rm(join(repository.path, 'packages/domain/src/plan.ts'));
    await rm(join(repository.path, source));
    expect(chosen()).toEqual(['--findRelatedTests', ...startsProcesses]);
  });

  it('counts what a branch has changed, not what went on beside it', async () => {
    const git = simpleGit(repository.path);
    await git.checkoutLocalBranch('work');
    await change(imports);
    await git.add('.').commit('Work');
    await git.checkout('main');
    await change('samples/shop/package.json');
    await git.add('.').commit('Beside');
    await git.checkout('work');
    expect(affected(undefined, repository.path)).toMatchObject({ ref: 'main', files: [imports] });
    expect(chosen()).toEqual(['--findRelatedTests', imports]);
    expect(chosen('work')).toEqual([]);
  });
});
