import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountId } from '@assay/contract';
import { proxiesOf } from '@assay/proxies';
import { repositoryReader } from '../src/git/repositoryReader.ts';
import { gitIn } from './gitIn.ts';

const minute = 60_000;
const accountId = 'account-1' as AccountId;

describe('what the service has read of a repository', () => {
  let folder: string;
  let gitUrl: string;
  /** The service's clock, in milliseconds. */
  let now: number;
  let reader: ReturnType<typeof repositoryReader>;
  let git: ReturnType<typeof gitIn>;

  const commit = () => {
    git('commit', '--quiet', '--allow-empty', '-m', 'Work');
    return git('rev-parse', 'HEAD');
  };
  const of = () => ({ accountId, gitUrl });
  /** Makes the repository unreachable, and removes the service's copy of it: only cached answers are left. */
  async function removeAll(): Promise<void> {
    await Promise.all([gitUrl, join(folder, 'copies')].map((path) => rm(path, { recursive: true })));
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-cached-'));
    gitUrl = join(folder, 'shop');
    await mkdir(gitUrl);
    git = gitIn(gitUrl);
    git('init', '--quiet', '--initial-branch=main');
    now = 0;
    const addresses = { protocols: ['file'], hosts: null, localFolders: [folder], guard: null, proxies: proxiesOf({}) };
    const accessTo = async () => ({ gitUrl, deployKey: null });
    reader = repositoryReader(join(folder, 'copies'), addresses, accessTo, { now: () => now });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['a commit', 60, (id: string) => reader.commit(of(), id)],
    ['the commits of a branch', 5, () => reader.commits(of(), 'main')],
    ['the branches', 15, () => reader.branches(of())],
  ] as const)('is cached for %s for %p minutes, and no longer', async (_, minutes, read) => {
    const id = commit();
    const first = await read(id);
    await removeAll();
    now = minutes * minute - 1;
    expect(await read(id)).toEqual(first);
    now = minutes * minute;
    await expect(read(id)).rejects.toMatchObject({ code: 'git.unreachable' });
  });

  it('shows a commit that was missing before, within five minutes', async () => {
    commit();
    const id = git('commit-tree', '-m', 'Later', 'HEAD^{tree}');
    expect(await reader.commit(of(), id)).toBeNull();
    git('update-ref', 'refs/heads/later', id);
    now = 5 * minute;
    expect(await reader.commit(of(), id)).toMatchObject({ id, message: 'Later' });
  });

  it('shows a commit that was missing before, as soon as a push is reported', async () => {
    commit();
    const id = git('commit-tree', '-m', 'Later', 'HEAD^{tree}');
    expect(await reader.commit(of(), id)).toBeNull();
    git('update-ref', 'refs/heads/later', id);
    reader.forget(accountId, gitUrl);
    expect(await reader.commit(of(), id)).toMatchObject({ id, message: 'Later' });
  });
});
