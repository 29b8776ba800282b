import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  loadMasterKey,
  loadMasterKeys,
  makeNextMasterKey,
  nextMasterKey,
  replaceMasterKeyFile,
} from './loadMasterKey.ts';

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

describe('the master key that is to come', () => {
  let dataDir: string;
  let current: Buffer;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'assay-key-'));
    current = await loadMasterKey(dataDir, {});
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('is made once, for its owner alone, and is at hand beside the current one', async () => {
    expect(await loadMasterKeys(dataDir, {})).toEqual([current]);
    const next = await makeNextMasterKey(dataDir);
    expect(next).toHaveLength(32);
    expect(next).not.toEqual(current);
    expect(await makeNextMasterKey(dataDir)).toEqual(next);
    expect((await stat(join(dataDir, 'master.key.next'))).mode & 0o777).toBe(0o600);
    expect(await loadMasterKeys(dataDir, {})).toEqual([current, next]);
  });

  it('takes the place of the earlier one, of which nothing is left', async () => {
    const next = await makeNextMasterKey(dataDir);
    // What a process that was killed while it made a file has left.
    await writeFile(join(dataDir, 'master.key.0123456789ab'), current.toString('hex'));
    await replaceMasterKeyFile(dataDir);
    expect(await readdir(dataDir)).toEqual(['master.key']);
    expect(await readFile(join(dataDir, 'master.key'), 'utf8')).toBe(`${next.toString('hex')}\n`);
    expect(await loadMasterKeys(dataDir, {})).toEqual([next]);
  });

  it('is that of the environment where the current one is, and a file counts for nothing', async () => {
    await makeNextMasterKey(dataDir);
    const environment = { ASSAY_MASTER_KEY: key.toString('hex') };
    expect(await loadMasterKeys(dataDir, environment)).toEqual([key]);
    const next = Buffer.alloc(32, 1);
    const both = { ...environment, ASSAY_MASTER_KEY_NEXT: next.toString('base64') };
    expect(await nextMasterKey(dataDir, both)).toEqual(next);
    expect(await loadMasterKeys(dataDir, both)).toEqual([key, next]);
    await expect(loadMasterKeys(dataDir, { ...both, ASSAY_MASTER_KEY_NEXT: 'secret' })).rejects.toMatchObject({
      code: 'masterKey.invalid',
      message: expect.stringContaining('ASSAY_MASTER_KEY_NEXT'),
    });
    // Where only the next one is set, the files are what counts.
    expect(await loadMasterKeys(dataDir, { ASSAY_MASTER_KEY_NEXT: next.toString('hex') })).toHaveLength(2);
  });
});
