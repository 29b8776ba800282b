import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { serveGit } from '../support/gitServer.ts';
import type { SampleRepository } from './sampleRepository.ts';

const run = promisify(execFile);
/** Of all commits, so that a sample has the same ones each time while its lock file is the same. */
const when = '2026-01-01T00:00:00Z';

/** A sample on a git service of this machine, which serves it by http. */
export type MadeSample = { url: string; remove(): Promise<void> };

const yarnRelease = '4.10.3';

/** How each manager writes its lock file. What it downloads for that is then in its cache. */
const lockedBy: Readonly<Record<NonNullable<SampleRepository['lock']>['by'], readonly string[]>> = {
  npm: ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'],
  pnpm: ['pnpm', 'install', '--no-frozen-lockfile', '--ignore-scripts'],
  yarn: ['yarn', 'install', '--ignore-scripts', '--non-interactive'],
  'yarn 4': ['node', `.yarn/releases/yarn-${yarnRelease}.cjs`, 'install', '--no-immutable'],
};

async function git(cwd: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when };
  const by = ['user.name=Ada', 'user.email=ada@example.org', 'protocol.file.allow=always'];
  await run('git', [...by.flatMap((each) => ['-c', each]), ...args], { cwd, env });
}

async function write(folder: string, files: SampleRepository['files']): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** Yarn 4 is committed to the repositories that use it. */
async function addYarnRelease(folder: string, temporary: string): Promise<void> {
  await run('npm', ['pack', '--silent', `@yarnpkg/cli-dist@${yarnRelease}`], { cwd: temporary });
  await run('tar', ['-xzf', `yarnpkg-cli-dist-${yarnRelease}.tgz`], { cwd: temporary });
  const release = join(folder, '.yarn/releases', `yarn-${yarnRelease}.cjs`);
  await mkdir(dirname(release), { recursive: true });
  await cp(join(temporary, 'package/bin/yarn.js'), release);
}

/** Makes a real git repository of a sample, with the lock file of its package manager, and serves it. */
export async function makeSample(sample: SampleRepository): Promise<MadeSample> {
  const temporary = await mkdtemp(join(tmpdir(), 'assay-sample-'));
  const work = join(temporary, 'work');
  await write(work, sample.files);
  if (sample.lock) {
    if (sample.lock.by === 'yarn 4') await addYarnRelease(work, temporary);
    const folder = join(work, sample.lock.folder ?? '');
    const [command = '', ...args] = lockedBy[sample.lock.by];
    await run(command, args, { cwd: folder });
    await writeFile(join(work, '.git-ignored'), 'node_modules\n.pnp.*\n.yarn/cache\n.yarn/install-state.gz\n');
  }
  await git(work, 'init', '--quiet', '--initial-branch=main');
  const ignored = sample.lock ? ['-c', 'core.excludesFile=.git-ignored'] : [];
  await git(work, ...ignored, 'add', '.', ...(sample.lock ? [':!.git-ignored'] : []));
  if (sample.submodule) {
    const inner = join(temporary, 'inner');
    await write(inner, sample.submodule.files);
    await git(inner, 'init', '--quiet', '--initial-branch=main');
    await git(inner, 'add', '.');
    await git(inner, 'commit', '--quiet', '-m', 'Begin');
    await git(temporary, 'clone', '--quiet', '--bare', 'inner', `${sample.name}-inner.git`);
    // By a relative address, as of two repositories of one host.
    await git(work, 'submodule', '--quiet', 'add', join(temporary, `${sample.name}-inner.git`), sample.submodule.path);
    const address = `../${sample.name}-inner.git`;
    await git(work, 'config', '--file', '.gitmodules', `submodule.${sample.submodule.path}.url`, address);
    await git(work, 'add', '.gitmodules');
  }
  await git(work, 'commit', '--quiet', '-m', 'Begin');
  if (sample.tag) await git(work, 'tag', '--annotate', '-m', 'Release', sample.tag);
  await git(temporary, 'clone', '--quiet', '--bare', 'work', `${sample.name}.git`);
  await rm(work, { recursive: true, force: true });
  const server = createServer((request, response) => serveGit(temporary, request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  return {
    url: `http://127.0.0.1:${address.port}/${sample.name}.git`,
    remove: async () => {
      server.close();
      server.closeAllConnections();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}
