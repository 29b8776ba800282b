import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { SecretMask } from '../masking/secretMask.ts';
import { keepFile, keepFiles } from './artifactFiles.ts';

describe('keeping a file that a test left', () => {
  const files = openMachineFiles();
  let folder: string;
  let own: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-kept-'));
    own = join(folder, 'run');
    mkdirSync(own);
    writeFileSync(join(folder, 'secret.txt'), 'of the machine');
    writeFileSync(join(own, 'shot.png'), 'picture');
    symlinkSync(join(folder, 'secret.txt'), join(own, 'link.txt'));
    symlinkSync(folder, join(own, 'up'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const nothing = new SecretMask([]);
  const keep = (path: string, isolated: boolean, mask = nothing) => {
    const reach = isolated ? { folders: [own], outside: (each: string) => each.replace(/^\/inside/, own) } : null;
    return keepFile({ path, name: 'kept', mediaType: null }, join(folder, 'kept'), { files, reach }, mask);
  };

  it('copies it, and records its size, kind and hash', async () => {
    const kept = await keep(join(own, 'shot.png'), false);
    if ('problem' in kept) throw new Error(kept.problem);
    expect(kept.artifact).toMatchObject({ kind: 'screenshot', size: 7, mediaType: 'image/png', blobId: kept.blobId });
    expect(readFileSync(kept.path, 'utf8')).toBe('picture');
  });

  it('masks secrets in text, wherever the file is read in parts, and leaves other files as they are', async () => {
    const mask = new SecretMask(['tea-secret']);
    const text = `${'é'.repeat(32_764)}tea-secret and ${Buffer.from('tea-secret').toString('base64')}\n`;
    for (const name of ['trace.log', 'data.json', 'results.xml', 'picture.png']) writeFileSync(join(own, name), text);
    for (const name of ['trace.log', 'data.json', 'results.xml']) {
      const kept = await keep(join(own, name), false, mask);
      if ('problem' in kept) throw new Error(kept.problem);
      const masked = readFileSync(kept.path, 'utf8');
      expect(masked).toBe(`${'é'.repeat(32_764)}*** and ***\n`);
      expect(kept.artifact).toMatchObject({ size: Buffer.byteLength(masked), blobId: kept.blobId });
    }
    const picture = await keep(join(own, 'picture.png'), false, mask);
    expect('path' in picture && readFileSync(picture.path, 'utf8')).toBe(text);
  });

  it('changes nothing else in text of another encoding', async () => {
    writeFileSync(join(own, 'latin.txt'), Buffer.from('caf\xe9 tea-secret \xff\xfe', 'latin1'));
    const kept = await keep(join(own, 'latin.txt'), false, new SecretMask(['tea-secret']));
    expect('path' in kept && readFileSync(kept.path).toString('latin1')).toBe('caf\xe9 *** \xff\xfe');
  });

  it('stores one copy of files with the same content: names of one file cost tests nothing', async () => {
    for (const name of ['again.png', 'once-more.png']) linkSync(join(own, 'shot.png'), join(own, name));
    const found = ['shot.png', 'again.png', 'missing.png', 'once-more.png'].map((name) => ({
      path: join(own, name),
      name,
      mediaType: null,
    }));
    const kept = await keepFiles(found, join(folder, 'kept'), { files, reach: null }, nothing);
    const names = kept.map((each) => ('problem' in each ? null : each.artifact.name));
    expect(names).toEqual(['shot.png', 'again.png', null, 'once-more.png']);
    const [copy] = readdirSync(join(folder, 'kept'));
    expect(readdirSync(join(folder, 'kept'))).toHaveLength(1);
    const paths = kept.flatMap((each) => ('path' in each ? [each.path] : []));
    expect(paths).toEqual(Array(3).fill(join(folder, 'kept', copy ?? '')));
  });

  it('finds it where a container has it at another path', async () => {
    expect(await keep('/inside/shot.png', true)).toMatchObject({ artifact: { size: 7 } });
  });

  it.each(['link.txt', 'up/secret.txt', '../secret.txt'])('does not take %s where tests are isolated', async (name) => {
    expect(await keep(`${own}/${name}`, true)).toEqual({ problem: expect.stringContaining('lies outside') });
    expect(await keep(`${own}/${name}`, false)).toMatchObject({ artifact: { size: 14 } });
  });

  (process.platform === 'win32' ? it.skip : it)('does not wait for a pipe', async () => {
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(own, 'pipe')]);
    expect(await keep(join(own, 'pipe'), false)).toEqual({
      problem: expect.stringContaining('it is not a regular file'),
    });
  });
});
