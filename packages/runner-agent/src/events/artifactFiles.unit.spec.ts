import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepFile } from './artifactFiles.ts';

describe('keeping a file that a test left', () => {
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

  const keep = (path: string, isolated: boolean) => {
    const reach = isolated ? { folder: own, outside: (each: string) => each.replace(/^\/inside/, own) } : null;
    return keepFile({ path, name: 'kept', mediaType: null }, join(folder, 'kept'), reach);
  };

  it('copies it, and records its size, kind and hash', async () => {
    const kept = await keep(join(own, 'shot.png'), false);
    if ('problem' in kept) throw new Error(kept.problem);
    expect(kept.artifact).toMatchObject({ kind: 'screenshot', size: 7, mediaType: 'image/png', blobId: kept.blobId });
    expect(readFileSync(kept.path, 'utf8')).toBe('picture');
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
    expect(await keep(join(own, 'pipe'), false)).toEqual({ problem: expect.stringContaining('it is no file') });
  });
});
