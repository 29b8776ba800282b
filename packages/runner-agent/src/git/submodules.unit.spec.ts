import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectId } from '@assay/contract';
import { type GitServer, gitServer } from '../../../../test/support/gitServer.ts';
import type { ProgressLog } from '../logs/progressLog.ts';
import { checkOut } from './checkOut.ts';
import { GitMirrors } from './gitMirror.ts';
import { checkOutSubmodules } from './submodules.ts';

const token = 'token-of-northwind';

describe('the checkout of a run', () => {
  let folder: string;
  let home: string | undefined;
  let server: GitServer;
  let other: GitServer;
  beforeAll(async () => {
    [server, other] = await Promise.all([gitServer(token, { 'a.txt': 'a' }), gitServer(token, { 'o.txt': 'other' })]);
  });
  afterAll(() => Promise.all([server.stop(), other.stop()]));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-submodules-'));
    home = process.env.HOME;
  });
  afterEach(() => {
    process.env.HOME = home;
    rmSync(folder, { recursive: true });
  });

  const withToken = (url: string) => url.replace('://', `://ada:${token}@`);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: join(folder, 'out'), encoding: 'utf8' }).trim();

  /** @returns the lines of the log */
  async function checkOutAll(gitUrl: string, hosts: string[] = [], out = 'out'): Promise<string[]> {
    const lines: string[] = [];
    const { signal } = new AbortController();
    const mirrors = new GitMirrors(join(folder, 'mirrors'));
    const wanted = { projectId: 'p' as ProjectId, gitUrl, deployKey: null, branch: 'main', ref: null, commit: null };
    const found = await mirrors.find(wanted, signal);
    await checkOut(found, gitUrl, join(folder, out), folder, true, signal);
    const log = { line: (text: string) => lines.push(text) } as unknown as ProgressLog;
    await checkOutSubmodules(found, join(folder, out), { mirrors, wanted, hosts, apart: true, log, signal });
    return lines;
  }

  it('has the tags, branches and submodules of a plain clone, read with what the project has', async () => {
    const inner = await server.add('inner', { 'inner.txt': 'inner' });
    const lib = await server.add('lib', { 'lib.txt': 'lib' }, { 'deps/inner': { url: '../inner.git', commit: inner } });
    const url = `${server.url}/northwind/whole.git`;
    await server.add(
      'whole',
      { 'a.txt': 'a' },
      { 'vendor/lib [1]': { url: `${server.url}/northwind/lib.git`, commit: lib } },
    );
    const lines = await checkOutAll(withToken(url));
    expect(readFileSync(join(folder, 'out', 'vendor/lib [1]/lib.txt'), 'utf8')).toBe('lib');
    expect(readFileSync(join(folder, 'out', 'vendor/lib [1]/deps/inner/inner.txt'), 'utf8')).toBe('inner');
    expect(lines).toEqual([
      `The submodule vendor/lib [1] is at ${lib} of ${server.url.replace('://', '://***@')}/northwind/lib.git`,
      `The submodule deps/inner is at ${inner} of ${server.url.replace('://', '://***@')}/northwind/inner.git`,
    ]);
    expect(git('describe')).toBe('v1.2.3');
    expect(git('branch', '--remotes', '--list', 'origin/main')).toBe('origin/main');
    expect(git('remote', 'get-url', 'origin')).toBe(url);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('submodule', 'status', '--recursive')).toBe(
      [`${lib} vendor/lib [1] (v1.2.3)`, ` ${inner} vendor/lib [1]/deps/inner (v1.2.3)`].join('\n'),
    );
    const grep = execFileSync('sh', ['-c', `grep -r ${token} out || true`], { cwd: folder, encoding: 'utf8' });
    expect(grep).toBe('');
  });

  it('leaves the folders of submodules empty that may not be read, and its log names them', async () => {
    const elsewhere = { url: `${other.url}/northwind/shop.git`, commit: other.commit };
    const there = { commit: other.commit };
    await server.add(
      'partly',
      { 'a.txt': 'a' },
      {
        elsewhere,
        missing: { url: '../missing.git', commit: other.commit },
        local: { ...there, url: `/${folder}` },
        option: { ...there, url: '--upload-pack=touch /tmp/injected' },
      },
    );
    const url = withToken(`${server.url}/northwind/partly.git`);
    const lines = await checkOutAll(url);
    expect(lines).toEqual([
      `The submodule elsewhere is not fetched: ${elsewhere.url} is on another host than the repository. ASSAY_SUBMODULE_HOSTS of this runner agent allows others.`,
      expect.stringMatching(/^The submodule missing is not fetched: The repository .*missing\.git could not be read\./),
    ]);
    const contents = ['elsewhere', 'missing', 'local', 'option'].map((name) => readdirSync(join(folder, 'out', name)));
    expect(contents).toEqual([[], [], [], []]);
    expect(readFileSync(join(folder, 'out', 'a.txt'), 'utf8')).toBe('a');
  });

  it("never reads a submodule with the passwords of the machine's user", async () => {
    const secret = await server.add('secret', { 'secret.txt': 'of another account' });
    await server.add(
      'curious',
      { 'a.txt': 'a' },
      { secret: { url: '../secret.git', commit: secret }, other: { url: other.repositoryUrl, commit: other.commit } },
    );
    // Its user may read everything at both hosts.
    process.env.HOME = join(folder, 'home');
    mkdirSync(process.env.HOME);
    const helper = `[credential]\n\thelper = "!f() { echo username=ada; echo password=${token}; }; f"\n`;
    writeFileSync(join(process.env.HOME, '.gitconfig'), helper);
    const lines = await checkOutAll(`${server.url}/northwind/curious.git`, ['*']);
    expect(existsSync(join(folder, 'out', 'a.txt'))).toBe(true);
    expect(lines.map((line) => line.replace(/\. .*/, ''))).toEqual([
      `The submodule secret is not fetched: The repository ${server.url}/northwind/secret.git could not be read`,
      `The submodule other is not fetched: The repository ${other.repositoryUrl} could not be read`,
    ]);
    expect(readdirSync(join(folder, 'out', 'secret'))).toEqual([]);
    await checkOutAll(withToken(`${server.url}/northwind/curious.git`), ['*'], 'own');
    expect(readdirSync(join(folder, 'own', 'secret'))).toContain('secret.txt');
    expect(readdirSync(join(folder, 'own', 'other'))).toEqual([]);
  });

  it('are read up to a limit, and only within the repository', async () => {
    const lib = await server.add('lib2', { 'lib.txt': 'lib' });
    const entry = (name: string, path: string) => `[submodule "${name}"]\n\tpath = ${path}\n\turl = ../lib2.git\n`;
    const many = Array.from({ length: 3000 }, (_, index) => entry(`m${index}`, `missing${index}`));
    const outside = [entry('up', '../lib'), entry('root', '/lib'), entry('lib', 'lib')];
    const files = { '.gitmodules': [...outside, ...many].join('') };
    await server.add('many', files, { lib: { url: '../lib2.git', commit: lib } });
    expect(await checkOutAll(withToken(`${server.url}/northwind/many.git`))).toEqual([
      expect.stringMatching(/^The submodule lib is at /),
    ]);
  });
});
