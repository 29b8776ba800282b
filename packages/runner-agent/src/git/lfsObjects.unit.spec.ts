import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectId } from '@assay/contract';
import { type GitServer, gitServer } from '../../../../test/support/gitServer.ts';
import type { ProgressLog } from '../logs/progressLog.ts';
import { checkOut } from './checkOut.ts';
import { GitMirrors, gitLimits } from './gitMirror.ts';
import { fetchLfsObjects } from './lfsObjects.ts';

const token = 'token-of-northwind';
const contents = { 'image.png': 'not really a picture', 'deep/er/[a] b.png': 'another one'.repeat(10_000) };
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');
const pointerTo = (content: string) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${hashOf(content)}\nsize ${content.length}\n`;

describe('files of Git LFS in a checkout', () => {
  let folder: string;
  let server: GitServer;
  beforeAll(async () => {
    server = await gitServer(token, { 'a.txt': 'a' });
    await server.add('pictures', {
      ...Object.fromEntries(Object.entries(contents).map(([path, content]) => [path, pointerTo(content)])),
      'plain.png.txt': pointerTo('a pointer that is a file of its own'),
      'written.png': 'was added without Git LFS',
      '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n',
    });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.lfsFault = {};
    folder = mkdtempSync(join(tmpdir(), 'assay-lfs-'));
    server.lfs = new Map(Object.values(contents).map((content) => [hashOf(content), content]));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (path: string) => readFileSync(join(folder, 'out', path), 'utf8');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: join(folder, 'out'), encoding: 'utf8' }).trim();
  const withToken = () => `${server.url.replace('://', `://ada:${token}@`)}/northwind/pictures.git`;

  /** @returns the lines of the log */
  async function fetched(gitUrl = withToken(), limits = gitLimits, mirrored = withToken()): Promise<string[]> {
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    const lines: string[] = [];
    const { signal } = new AbortController();
    const log = { line: (text: string) => lines.push(text) } as unknown as ProgressLog;
    const wanted = { projectId: 'p' as ProjectId, deployKey: null, branch: 'main', ref: null, commit: null };
    const found = await new GitMirrors(join(folder, 'mirrors')).find({ ...wanted, gitUrl: mirrored }, signal);
    await checkOut(found, gitUrl, join(folder, 'out'), folder, true, signal);
    await fetchLfsObjects(found, gitUrl, join(folder, 'out'), log, signal, limits);
    return lines;
  }
  function expectPointers(): void {
    for (const [path, content] of Object.entries(contents)) expect(read(path)).toBe(pointerTo(content));
    expect(git('status', '--porcelain')).toBe('');
  }

  it('are the files themselves, and no change for git', async () => {
    expect(await fetched()).toEqual(['Fetched 2 files of Git LFS']);
    for (const [path, content] of Object.entries(contents)) expect(read(path)).toBe(content);
    expect(read('plain.png.txt')).toContain('version https://git-lfs');
    expect(read('written.png')).toBe('was added without Git LFS');
    expect(git('status', '--porcelain')).toBe('');
    expect(readdirSync(join(folder, 'out'))).toHaveLength(6);
    expect(statSync(join(folder, 'out', 'image.png')).mode & 0o777).toBe(0o644);
  });

  it('are no change for git where their paths are longer together than arguments may be', async () => {
    const deep = Array.from({ length: 14 }, (_, at) => `${at}`.padStart(200, 'd')).join('/');
    const paths = Array.from({ length: 1_000 }, (_, at) => `${deep}/${at}.png`);
    await server.add('deep', {
      ...Object.fromEntries(paths.map((path) => [path, pointerTo(contents['image.png'])])),
      '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n',
    });
    const gitUrl = withToken().replace('pictures', 'deep');
    expect(await fetched(gitUrl, gitLimits, gitUrl)).toEqual(['Fetched 1000 files of Git LFS']);
    expect(read(paths.at(-1) ?? '')).toBe(contents['image.png']);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('are fetched once for all runs of a project', async () => {
    await fetched();
    server.lfs.clear();
    expect(await fetched()).toEqual(['Fetched 2 files of Git LFS']);
    expect(read('image.png')).toBe(contents['image.png']);
  });

  it('are fetched by several runs of a project at once', async () => {
    const { signal } = new AbortController();
    const wanted = { projectId: 'p' as ProjectId, deployKey: null, branch: 'main', ref: null, commit: null };
    const found = await new GitMirrors(join(folder, 'mirrors')).find({ ...wanted, gitUrl: withToken() }, signal);
    const lines: string[] = [];
    const log = { line: (text: string) => lines.push(text) } as unknown as ProgressLog;
    const runs = ['1', '2', '3', '4', '5', '6'].map((name) => join(folder, name));
    for (const run of runs) await checkOut(found, withToken(), run, folder, true, signal);
    await Promise.all(runs.map((run) => fetchLfsObjects(found, withToken(), run, log, signal)));
    expect(lines).toEqual(runs.map(() => 'Fetched 2 files of Git LFS'));
    for (const run of runs) {
      for (const [path, content] of Object.entries(contents))
        expect(readFileSync(join(run, path), 'utf8')).toBe(content);
    }
    expect(readdirSync(join(found.mirror, 'lfs'))).toHaveLength(2);
  });

  it.each([
    [
      'the server lacks one',
      () => server.lfs.delete(hashOf(contents['image.png'])),
      'The server does not have all of them.',
    ],
    [
      'the server sends another content',
      () => server.lfs.set(hashOf(contents['image.png']), 'n'.repeat(contents['image.png'].length)),
      'The server sent another content than the repository names.',
    ],
    [
      'the server sends more',
      () => server.lfs.set(hashOf(contents['image.png']), 'n'.repeat(100_000)),
      'The server sent more than the repository names.',
    ],
  ])('stay pointers where %s', async (_, change, reason) => {
    change();
    expect(await fetched()).toEqual([
      `2 files of Git LFS are not fetched, so that tests see their pointers: ${reason}`,
    ]);
    expectPointers();
  });

  it.each([
    ['ends a transfer early', { cut: true }, 'The server ended the transfer.'],
    [
      'names a header that cannot be sent',
      { header: { 'not a name': 'x' } },
      'The server named headers that cannot be sent.',
    ],
  ])('stay pointers where the server %s', async (_, fault, reason) => {
    Object.assign(server.lfsFault, fault);
    expect(await fetched()).toEqual([
      `2 files of Git LFS are not fetched, so that tests see their pointers: ${reason}`,
    ]);
    expectPointers();
  });

  it('stay pointers where the project has no password, or its server is not known', async () => {
    const because = '2 files of Git LFS are not fetched, so that tests see their pointers:';
    const without = `${server.url}/northwind/pictures.git`;
    expect(await fetched(without)).toEqual([`${because} The server answered with status 401.`]);
    expect(await fetched('git@git.example.org:northwind/pictures.git')).toEqual([
      `${because} Their server is known for repositories by http and https only.`,
    ]);
    expectPointers();
  });

  it('end the run where they are too large', async () => {
    await expect(fetched(withToken(), { ...gitLimits, bytes: 50_000 })).rejects.toMatchObject({ code: 'git.tooLarge' });
  });

  it('are searched without blocking the agent', async () => {
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    writeFileSync(join(folder, '.gitattributes'), '* filter=lfs\n');
    for (let at = 0; at < 5000; at += 1) writeFileSync(join(folder, `${at}`), pointerTo(`${at}`));
    const asIs = ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `filter.lfs.${setting}`]);
    execFileSync('git', [...asIs, 'add', '.'], { cwd: folder });
    const log = { line: () => undefined } as unknown as ProgressLog;
    const begun = performance.now();
    let [last, longest] = [begun, 0];
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const found = { mirror: folder, commit: '', message: '' };
    await fetchLfsObjects(found, 'git@git.example.org:shop', folder, log, new AbortController().signal);
    longest = Math.max(longest, performance.now() - last);
    clearInterval(timer);
    expect(longest).toBeLessThan((performance.now() - begun) / 5);
  });
});
