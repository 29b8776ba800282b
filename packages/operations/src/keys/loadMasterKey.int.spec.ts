import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadMasterKey } from './loadMasterKey.ts';

const key = Buffer.alloc(32, 0xfb);

describe('loading the master key', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'assay-key-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('makes a key once, however many processes start at once, and reads it ever after', async () => {
    const folder = join(dataDir, 'new');
    const keys = await Promise.all(Array.from({ length: 10 }, () => loadMasterKey(folder, {})));
    expect(keys[0]).toHaveLength(32);
    expect(new Set(keys.map((each) => each.toString('hex'))).size).toBe(1);
    expect(await loadMasterKey(folder, {})).toEqual(keys[0]);
    expect(await readdir(folder)).toEqual(['master.key']);
  });

  it('lets only the owner read the file', async () => {
    await loadMasterKey(dataDir, {});
    expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
  });

  it('takes the key from the environment as hex or base64, without creating a file', async () => {
    expect(await loadMasterKey(dataDir, { ASSAY_MASTER_KEY: key.toString('hex') })).toEqual(key);
    expect(await loadMasterKey(dataDir, { ASSAY_MASTER_KEY: `${key.toString('base64')}\n` })).toEqual(key);
    expect(await loadMasterKey(dataDir, { ASSAY_MASTER_KEY: key.toString('base64url') })).toEqual(key);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('refuses a value that is not a key', async () => {
    const invalid = { code: 'masterKey.invalid' };
    await expect(loadMasterKey(dataDir, { ASSAY_MASTER_KEY: 'secret' })).rejects.toMatchObject(invalid);
    await writeFile(join(dataDir, 'master.key'), '');
    await expect(loadMasterKey(dataDir, {})).rejects.toMatchObject(invalid);
  });
});
