import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { operatorCommand } from '../support/operatorCommand.ts';

const secret = 'a very secret value';

describe('the master key of a running installation', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterAll(async () => {
    await installation.stop();
    await installation.remove();
  });

  const keyFile = async () => (await readFile(join(installation.dataDir, 'master.key'), 'utf8')).trim();
  const keyFiles = async () => (await readdir(installation.dataDir)).filter((name) => name.startsWith('master.key'));

  it('is replaced while people work, also after a kill in the middle', async () => {
    const before = await keyFile();
    const owner = await signIn(installation.url, admin);
    await owner.post('/environments', {
      key: 'secretive',
      name: 'Secretive',
      variables: [{ key: 'PASSWORD', value: secret, encrypted: true, file: false }],
    });
    let isOver = false;
    const refusals: unknown[] = [];
    let rounds = 0;
    const work = async () => {
      while (!isOver) {
        try {
          const again = await signIn(installation.url, admin);
          await again.get('/environments');
          rounds += 1;
        } catch (error) {
          refusals.push(error);
        }
      }
    };
    const working = work();

    const killed = operatorCommand(installation, 'rotateMasterKey');
    await eventually(async () => (await keyFiles()).includes('master.key.next'));
    killed.child.kill('SIGKILL');
    await killed.ended;
    const rotated = operatorCommand(installation, 'rotateMasterKey');
    expect([await rotated.ended, rotated.output()]).toEqual([0, expect.stringContaining('by the new master key')]);
    isOver = true;
    await working;
    expect([refusals, rounds > 0]).toEqual([[], true]);

    const after = await keyFile();
    expect(after).not.toBe(before);
    expect(await keyFiles()).toEqual(['master.key']);
    for (const key of [before, after]) expect(rotated.output()).not.toContain(key);
    const person = await signIn(installation.url, admin);
    expect(JSON.stringify(await person.get('/users/me'))).toContain(admin.email);
    expect(await person.get('/environments')).toContainEqual(expect.objectContaining({ key: 'secretive' }));
    const verified = operatorCommand(installation, 'verify');
    expect([await verified.ended, verified.output()]).toEqual([0, expect.stringContaining('All is well')]);
  });
});

describe('the master key of an installation that has it in its environment', () => {
  const [earlier, later] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  let installation: Installation;
  beforeAll(async () => {
    installation = await startInstallation({ env: { ASSAY_AGENT: '0', ASSAY_MASTER_KEY: earlier } });
  });
  afterAll(async () => {
    await installation.stop();
    await installation.remove();
  });

  /** Starts it again on its data. */
  async function restart(env: Record<string, string>): Promise<void> {
    const { dataDir } = installation;
    await installation.stop();
    installation = await startInstallation({ dataDir, env: { ASSAY_AGENT: '0', ...env } });
  }

  it('is replaced once every process has the new one, and only that one opens it afterwards', async () => {
    const owner = await signIn(installation.url, admin);
    await owner.post('/environments', {
      key: 'secretive',
      name: 'Secretive',
      variables: [{ key: 'PASSWORD', value: secret, encrypted: true, file: false }],
    });
    const both = { ASSAY_MASTER_KEY: earlier, ASSAY_MASTER_KEY_NEXT: later };
    const without = operatorCommand(installation, 'rotateMasterKey', { env: { ASSAY_MASTER_KEY: earlier } });
    expect([await without.ended, without.output()]).toEqual([
      1,
      expect.stringContaining('ASSAY_MASTER_KEY_NEXT is not set'),
    ]);

    await restart(both);
    const rotated = operatorCommand(installation, 'rotateMasterKey', { env: both });
    expect([await rotated.ended, rotated.output()]).toEqual([0, expect.stringContaining('Set ASSAY_MASTER_KEY to')]);
    for (const key of [earlier, later]) expect(rotated.output()).not.toContain(key);
    await restart({ ASSAY_MASTER_KEY: later });
    expect((await readdir(installation.dataDir)).filter((name) => name.startsWith('master.key'))).toEqual([]);
    const person = await signIn(installation.url, admin);
    expect(JSON.stringify(await person.get('/users/me'))).toContain(admin.email);
    expect(await person.get('/environments')).toContainEqual(expect.objectContaining({ key: 'secretive' }));
    const verified = operatorCommand(installation, 'verify', { env: { ASSAY_MASTER_KEY: later } });
    expect([await verified.ended, verified.output()]).toEqual([0, expect.stringContaining('All is well')]);
    const old = operatorCommand(installation, 'verify', { env: { ASSAY_MASTER_KEY: earlier } });
    expect(await old.ended).toBe(1);
  });
});
