import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from './folderLock.ts';

describe.each([
  ['a short path', 'data'],
  ['a path that is too long for a socket', 'd'.repeat(120)],
])('the lock of a data folder with %s', (_, name) => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'assay-lock-')), name);
    mkdirSync(folder);
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  it('is held by one, and free once it is released', async () => {
    const first = await lockFolder(folder);
    expect(first.wasLeft).toBe(false);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'DATA_FOLDER_LOCKED' });
    await first.release();
    const second = await lockFolder(folder);
    expect(second.wasLeft).toBe(false);
    await second.release();
  });

  (process.platform === 'linux' ? it : it.skip)('lies in the folder, where no other user can take it', async () => {
    const before = readdirSync(tmpdir());
    const lock = await lockFolder(folder);
    expect(existsSync(join(folder, 'owner.sock'))).toBe(true);
    expect(readdirSync(tmpdir()).filter((each) => each.includes('embedded-mongo') && !before.includes(each))).toEqual(
      [],
    );
    await lock.release();
    expect(existsSync(join(folder, 'owner.sock'))).toBe(false);
  });
});
