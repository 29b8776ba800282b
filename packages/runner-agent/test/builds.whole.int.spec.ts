import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { packFolder } from '@assay/archives';
import type { BlobId, BuildBlob, BuildId, ProjectSettings } from '@assay/contract';
import { zipOf } from '../../../test/support/zipOf.ts';
import { openBench } from './agentBench.ts';

describe('a run from an uploaded build', () => {
  const bench = openBench();

  function uploaded(archive: Buffer, change: Partial<BuildBlob> = {}): BuildBlob {
    const buildId = randomUUID() as BuildId;
    bench.service.builds.set(buildId, archive);
    const blobId = createHash('sha256').update(archive).digest('hex') as BlobId;
    return { buildId, name: '1.4.0', commit: 'fedcba9', blobId, size: archive.length, ...change };
  }
  async function sample(name: string): Promise<Buffer> {
    const path = join(bench.folder, `${name}.tar.gz`);
    await packFolder(resolve('samples', name), path);
    return await readFile(path);
  }
  const command: Partial<ProjectSettings> = {
    testingFramework: 'Other',
    testCommand: 'node tests.mjs',
    resultFiles: ['results.xml'],
  };
  /** A test that reports its working directory and variables. */
  const tiny = (folder = '') =>
    zipOf({
      name: `${folder}tests.mjs`,
      content: `import { writeFileSync } from 'node:fs';
        const name = process.env.SHOP + ' ' + process.argv.length;
        writeFileSync('results.xml', '<testsuite name="s"><testcase classname="c" name="' + name + '"/></testsuite>');`,
    });
  const problemsOf = (testRunId: string) => bench.service.unitsOf(testRunId).flatMap(({ problem }) => problem ?? []);
  const fetches = () => bench.service.posts.filter((path) => path.endsWith('/build')).length;
  const logOf = (testRunId: string) => bench.service.logs.get(`${testRunId}/setup`) ?? '';

  it('runs the tests of a CucumberJS project without a repository, and reports its commit', async () => {
    const build = uploaded(await sample('cucumber-shop'));
    const order = bench.order({ gitUrl: null, testingFramework: 'CucumberJS' }, { build, testFilters: [] });
    const finals = await bench.run(order);
    expect(problemsOf(order.testRunId)).toEqual([]);
    const statuses = new Set([...finals.values()].map(({ status }) => status));
    expect([finals.size > 10, statuses.has('PASS'), statuses.has('FAIL')]).toEqual([true, true, true]);
    expect(bench.service.lists.get(order.testRunId)).toMatchObject({ commit: 'fedcba9', commitMessage: null });
    expect(logOf(order.testRunId)).toContain('Fetching the build 1.4.0');
  });

  it('gets variables and install commands as with a repository, in the working directory', async () => {
    const build = uploaded(tiny('shop-1.4.0/'));
    const variables = [{ key: 'SHOP', value: 'open', encrypted: false, file: false }];
    const installCommand = 'node -e "console.log(\'installing here\')"';
    const order = bench.order(
      { gitUrl: null, ...command, installCommand, workingDirectory: 'shop-1.4.0' },
      { build, variables },
    );
    expect([...(await bench.run(order)).keys()]).toEqual(['open 2']);
    expect(logOf(order.testRunId)).toContain('installing here');
  });

  it('downloads a build once for all runs, and again after a truncated, damaged or refused response', async () => {
    const build = uploaded(tiny());
    bench.service.buildFaults.push('unavailable', 'cutOff', 'damaged');
    const before = fetches();
    const first = bench.order({ gitUrl: null, ...command }, { build });
    expect((await bench.run(first)).size).toBe(1);
    expect(fetches() - before).toBe(4);
    const second = bench.order({ gitUrl: null, ...command }, { build });
    expect((await bench.run(second)).size).toBe(1);
    expect(fetches() - before).toBe(4);
    expect(logOf(second.testRunId)).toContain('The build is already here from an earlier run.');
  });

  it('keeps only the archives of the newest builds, and no partial ones', async () => {
    const folder = join(bench.workDir, 'builds');
    await mkdir(folder, { recursive: true });
    for (let n = 0; n < 8; n += 1) await writeFile(join(folder, `${n}`.repeat(64)), 'old');
    await bench.run(bench.order({ gitUrl: null, ...command }, { build: uploaded(tiny('x/')) }));
    const names = await readdir(folder);
    expect([names.length, names.some((name) => name.endsWith('.part'))]).toEqual([5, false]);
  });

  it.each([
    ['reaches outside its folder', zipOf({ name: '../escaped.txt', content: 'x' }), {}, 'build.unusable'],
    ['is no archive', Buffer.from('MZ, a program'), {}, 'build.unusable'],
    ['is not what was uploaded', tiny(), { blobId: 'f'.repeat(64) as BlobId }, 'build.damaged'],
  ])('ends with a problem that names the build when it %s', async (_what, archive, change, code) => {
    const order = bench.order({ gitUrl: null, ...command }, { build: uploaded(archive, change) });
    await bench.run(order);
    expect(problemsOf(order.testRunId)).toMatchObject([{ code, message: expect.stringMatching(/build/) }]);
    expect(existsSync(join(bench.workDir, 'workspaces', 'escaped.txt'))).toBe(false);
  });

  it('names what is missing without a repository and without a build', async () => {
    const order = bench.order({ gitUrl: null, ...command });
    await bench.run(order);
    expect(problemsOf(order.testRunId)).toMatchObject([{ code: 'workspace.noSource' }]);
  });
});
