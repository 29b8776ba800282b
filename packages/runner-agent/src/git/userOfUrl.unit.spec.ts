import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectId } from '@assay/contract';
import { commandLinesWith } from '../../../../test/support/commandLines.ts';
import { type GitServer, gitServer } from '../../../../test/support/gitServer.ts';
import { checkOut } from './checkOut.ts';
import { GitMirrors } from './gitMirror.ts';

describe('a repository whose URL has a user alone', () => {
  const home = process.env.HOME;
  const { signal } = new AbortController();
  let folder: string;
  let server: GitServer | null = null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-user-'));
    process.env.HOME = join(folder, 'home');
    mkdirSync(process.env.HOME);
  });
  afterEach(async () => {
    process.env.HOME = home;
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  const find = (gitUrl: string) =>
    new GitMirrors(join(folder, 'mirrors')).find(
      { projectId: 'project-1' as ProjectId, gitUrl, deployKey: null, branch: 'main', ref: null, commit: null },
      signal,
    );

  it('is read with it as a token, which neither command lines nor the checkout show', async () => {
    const shown: string[] = [];
    server = await gitServer(
      () => {
        if (process.platform === 'linux') shown.push(...commandLinesWith('t0ken-of-a-user'));
        return '';
      },
      { 'a.txt': 'private' },
    );
    const gitUrl = server.repositoryUrl.replace('http://', 'http://t0ken-of-a-user@');
    const found = await find(gitUrl);
    expect(found).toMatchObject({ commit: server.commit });
    expect(shown).toEqual([]);
    const repository = join(folder, 'repository');
    await checkOut(found, gitUrl, repository, folder, true, signal);
    expect(readFileSync(join(repository, '.git', 'config'), 'utf8')).toContain(`url = ${server.repositoryUrl}`);
  });

  it("is read with the password that the machine's own helper has for that user", async () => {
    server = await gitServer('s3cret', { 'a.txt': 'private' });
    const [, address = ''] = server.repositoryUrl.split('http://');
    const [host = ''] = address.split('/');
    writeFileSync(join(folder, 'home', '.gitconfig'), '[credential]\n\thelper = store\n');
    const stored = `http://bob:other@${host}\nhttp://ada:s3cret@${host}\n`;
    writeFileSync(join(folder, 'home', '.git-credentials'), stored);
    expect(await find(`http://ada@${address}`)).toMatchObject({ commit: server.commit });
    await expect(find(`http://eve@${address}`)).rejects.toMatchObject({ code: 'git.unreachable' });
    expect(readFileSync(join(folder, 'home', '.git-credentials'), 'utf8')).toBe(stored);
  });
});
