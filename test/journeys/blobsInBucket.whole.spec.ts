import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Caller, signIn } from '../support/caller.ts';
import { type FakeS3, fakeS3 } from '../support/fakeS3.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { operatorCommand } from '../support/operatorCommand.ts';
import { createEnvironment, createProject, wholeResultsOf } from '../support/runs.ts';
import { storesFolder } from '../support/storesFolder.ts';
import { failedCase, uploadResults } from '../support/uploadResults.ts';

const gitUrl = 'https://git.example.com/acme/shop.git';

describe('blobs in a bucket', () => {
  let s3: FakeS3;
  let folder: string;
  let installation: Installation;
  let ids: { projectId: string; environmentId: string };
  let earlier: string;
  let later: string;
  const start = async (dataDir: string, env: Record<string, string> = {}) => {
    installation = await startInstallation({ dataDir, env: { ASSAY_AGENT: '0', ...env } });
    return signIn(installation.url, admin);
  };
  const command = async (bundle: string, dataDir: string, env: Record<string, string>, ...args: string[]) => {
    const running = operatorCommand({ dataDir }, bundle, { args, env });
    return { code: await running.ended, said: running.output() };
  };
  const files = async (dataDir: string) =>
    (await readdir(join(dataDir, 'blobs'), { recursive: true })).filter((name) => name.length > 60);
  /** They are in blobs, unlike the heads of messages. */
  const tracesOf = async (caller: Caller, run: string) =>
    (await wholeResultsOf(caller, run)).map(({ attemptsDetail }) => attemptsDetail.at(-1)?.stackTrace);

  beforeAll(async () => {
    s3 = await fakeS3();
    folder = await storesFolder('assay-bucket-');
    const owner = await start(join(folder, 'data'));
    ids = {
      projectId: await createProject(owner, { name: 'Shop', key: 'shop', testingFramework: 'Playwright', gitUrl }),
      environmentId: await createEnvironment(owner, { key: 'staging', name: 'Staging' }),
    };
    earlier = await uploadResults(owner, ids, failedCase('adds', 'the first message'));
    await installation.stop();
  });
  afterAll(async () => {
    await installation.stop();
    await s3.goAway();
  });

  it('take over from files: what was there is read, what is new goes into the bucket', async () => {
    const owner = await start(join(folder, 'data'), s3.environment);
    expect(await tracesOf(owner, earlier)).toEqual(['the first message']);
    later = await uploadResults(owner, ids, failedCase('adds', 'the second message'));
    expect(await tracesOf(owner, later)).toEqual(['the second message']);
    expect(s3.objects.size).toBeGreaterThan(0);
  });

  it('are moved while the service runs, and found afterwards', async () => {
    const before = (await files(installation.dataDir)).length;
    expect(before).toBeGreaterThan(0);
    expect(await command('migrateBlobs', installation.dataDir, {})).toEqual({
      code: 1,
      said: expect.stringContaining('Assay runs with its blobs in s3://evidence/assay'),
    });
    const moved = await command('migrateBlobs', installation.dataDir, s3.environment);
    expect([moved.code, moved.said]).toEqual([0, expect.stringContaining(`${before} blobs moved`)]);
    expect(await files(installation.dataDir)).toEqual([]);
    const caller = await signIn(installation.url, admin);
    expect(await tracesOf(caller, earlier)).toEqual(['the first message']);
    const verified = await command('verify', installation.dataDir, s3.environment);
    expect([verified.code, verified.said]).toEqual([
      0,
      expect.stringMatching(/[1-9]\d* blobs are there, each with its hash/),
    ]);
  });

  it('are in a backup, which restores into another bucket', async () => {
    const backups = join(folder, 'backups');
    const made = await command('backup', installation.dataDir, s3.environment, '--to', backups);
    expect([made.code, made.said]).toEqual([0, expect.stringMatching(/[1-9]\d* blobs, of which 0/)]);
    await installation.stop();
    const place = s3.environment.ASSAY_BLOBS_URL?.replace('/assay?', '/restored?') ?? '';
    const env = { ...s3.environment, ASSAY_BLOBS_URL: place };
    const restored = await command('restore', join(folder, 'restored'), env, '--from', backups);
    expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('Restored to')]);
    const caller = await start(join(folder, 'restored'), env);
    expect(await tracesOf(caller, later)).toEqual(['the second message']);
    expect([...s3.objects.keys()].filter((key) => key.startsWith('restored/')).length).toBeGreaterThan(0);
  });

  it('that cannot be opened end the start with a sentence without a secret', async () => {
    await installation.stop();
    const env = { ...s3.environment, AWS_SECRET_ACCESS_KEY: 'wrong-secret', ASSAY_AGENT: '0' };
    const refused = await startInstallation({ dataDir: join(folder, 'restored'), env }).catch(String);
    expect(refused).toMatch(/does not accept the credentials \(SignatureDoesNotMatch\)/);
    expect(refused).not.toMatch(/wrong-secret|at .*\.js:/);
  });
});
