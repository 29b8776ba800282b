import { randomBytes } from 'node:crypto';
import type { AccountId, AuthorizationId, BlobId, ProjectTrialId, UserId } from '@assay/contract';
import { Binary } from 'mongodb';
import { TOTP } from 'otpauth';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import type { Operations } from '../index.ts';
import { openMasterKey } from './masterKey.ts';
import { type MasterKeyRow, masterKeyRows } from './masterKeyRow.ts';
import { type RotationStep, rotateMasterKey } from './rotateMasterKey.ts';
import { verifyKeys } from './verifyKeys.ts';
import { type WrappedKind, wrappedKinds } from './wrappedThings.ts';

const [user, grantId] = ['u-1' as UserId, 'a-1' as AuthorizationId];
const grant = { accessToken: 'access', refreshToken: 'refresh', expiresAt: null };
const attempt = { kind: 'proven' as const, provider: 'p', issuer: 'i', subject: 's', email: 'ada@example.com' };
const person = { userId: user, email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
const minutes = 60_000;
const lookMs = 50;
const secretUrl = 'https://ada:token@git.example.org/shop';
const trial = { accountId: 'acme' as AccountId, startedBy: user, environmentId: null };
const trialId = 't-1' as ProjectTrialId;
const app = {
  address: 'https://github.com',
  appId: '1',
  slug: 'assay',
  name: 'Assay',
  settingsUrl: 'https://github.com/settings/apps/assay',
  privateKey: 'PEM',
  clientId: 'client',
  clientSecret: 'client secret',
  webhookSecret: null,
  registeredAt: '2026-01-01T00:00:00.000Z',
  registeredBy: user,
};

/** @returns the paths of all bytes in a row */
function bytesIn(value: object): string[] {
  return Object.entries(value).flatMap(([key, each]) => {
    if (each instanceof Binary) return [key];
    return typeof each === 'object' && each !== null ? bytesIn(each).map((path) => `${key}.${path}`) : [];
  });
}

describe('replacing the master key', () => {
  let under: OperationsUnderTest;
  let from: Buffer;
  let to: Buffer;
  /** What the processes of the installation find when they look. */
  let atHand: Buffer[];
  let processes: [Operations, Operations];
  beforeEach(async () => {
    [from, to] = [randomBytes(32), randomBytes(32)];
    atHand = [from, to];
    under = await startOperations({ masterKey: async () => atHand, masterKeyLookMs: lookMs });
    processes = [under.operations, await under.openAnother()];
  });
  afterEach(() => under.stop());

  const rotate = (more: Partial<Parameters<typeof rotateMasterKey>[0]> = {}) =>
    rotateMasterKey({
      db: under.db,
      from,
      to,
      now: under.clock.now,
      patienceMs: 20_000,
      progress: () => undefined,
      stop: new AbortController().signal,
      ...more,
    });

  /**
   * Stores one of everything.
   * @returns a check that any process can still use it
   */
  async function storeEverything() {
    const [one] = processes;
    const key = await one.keys.findOrCreate('user:1');
    await one.keys.findOrCreate('user:gone');
    await one.keys.erase('user:gone');
    const hash = one.keys.hmac('a name');
    await one.serviceGrants.put(grantId, grant);
    await one.registrations.begin('r-1', person, 'a long password', 60 * minutes);
    const token = await one.signInAttempts.begin('browser', attempt);
    await one.projectTrials.begin({ ...trial, _id: trialId, secretUrl });
    await one.projectTrials.begin({ ...trial, _id: 't-2' as ProjectTrialId, secretUrl: null });
    await one.gitHubAppKeys.add(app);
    const begun = await one.secondFactors.begin(user, 'ada');
    const authenticator = new TOTP({ secret: begun?.secret ?? '' });
    const code = () => authenticator.generate({ timestamp: under.clock.now().getTime() });
    const recovery = await one.secondFactors.confirm(user, code());
    const terms = { name: 'a', mediaType: 'image/png', expiresInSeconds: 900 };
    const address = new URL(one.blobs.signUrl('ab'.repeat(32) as BlobId, terms), 'http://localhost').searchParams;
    const query = {
      blobId: 'ab'.repeat(32),
      name: 'a',
      type: 'image/png',
      expires: address.get('expires') ?? '',
      signature: address.get('signature') ?? '',
    };
    const usable = async (by: Operations) => {
      expect(await by.keys.findOrCreate('user:1')).toEqual(key);
      expect(await by.keys.find('user:gone')).toBeNull();
      expect(by.keys.hmac('a name')).toBe(hash);
      expect(await by.serviceGrants.find(grantId)).toEqual(grant);
      expect(await by.registrations.find('r-1')).toMatchObject(person);
      expect(await by.registrations.passwordHashOf(person.email)).not.toBeNull();
      expect(await by.signInAttempts.find(token, 'browser')).toEqual(attempt);
      const begunTrial = await by.projectTrials.find(trialId);
      expect(begunTrial && (await by.projectTrials.secretUrlOf(begunTrial))).toBe(secretUrl);
      expect(await by.gitHubAppKeys.find()).toEqual(app);
      expect(by.blobs.verifySignature(query)).toBe(true);
      under.clock.pass(30_000);
      expect(await by.secondFactors.verify(user, code())).toBe(true);
    };
    return { usable, query, recovery: Array.isArray(recovery) ? recovery : [] };
  }

  it('leaves nothing that the earlier key opens, and everything as it was', async () => {
    const { usable, query, recovery } = await storeEverything();
    const { total, damaged, resumed } = await rotate();
    expect({ total, damaged, resumed }).toEqual({ total: 7, damaged: [], resumed: false });
    expect(await verifyKeys(under.db, [from])).toMatchObject({ usable: 0, othersUsable: 0, isMasterKey: false });
    expect(await verifyKeys(under.db, [to])).toMatchObject({
      usable: 1,
      othersUsable: 6,
      unusable: [],
      isMasterKey: true,
    });
    const old = openMasterKey(from);
    const row = (await masterKeyRows(under.db).findOne({ _id: 'masterKey' })) as MasterKeyRow;
    const wrapped = [...Object.values(row.hashing ?? {}), ...(row.earlierSigning ?? []).map(({ secret }) => secret)];
    expect(wrapped).toHaveLength(3);
    const ids = ['hashing look-up', 'hashing recovery code', 'signing of blob addresses'];
    for (const each of wrapped)
      for (const id of ids) expect(() => old.unwrap(id, Buffer.from(each.value()))).toThrow('cannot be unwrapped');

    const wrong = { code: 'masterKey.wrong' };
    await expect(under.openAnother({ masterKey: from })).rejects.toMatchObject(wrong);
    await expect(under.openAnother({ masterKey: randomBytes(32) })).rejects.toMatchObject(wrong);
    const fresh = await under.openAnother({ masterKey: to });
    for (const each of [...processes, fresh]) await usable(each);
    expect(await fresh.secondFactors.verify(user, recovery[0] ?? '')).toBe(true);
    under.clock.pass(20 * minutes);
    expect(fresh.blobs.verifySignature(query)).toBe(false);
  });

  it.each<RotationStep>(['announced', 'counting', 'rewrapped', 'finished'])(
    'goes on after it was killed when it was %s',
    async (last) => {
      const { usable } = await storeEverything();
      const kill = (step: RotationStep) => {
        if (step === last) throw new Error('killed');
      };
      await expect(rotate({ onStep: kill })).rejects.toThrow('killed');
      const started = await under.openAnother({ masterKey: async () => atHand });
      for (const each of [...processes, started]) await usable(each);
      if (last === 'counting' || last === 'rewrapped') {
        await expect(under.openAnother({ masterKey: to })).rejects.toMatchObject({ code: 'masterKey.wrong' });
      }
      expect(await rotate()).toMatchObject({ damaged: [], resumed: true });
      expect(await verifyKeys(under.db, [from])).toMatchObject({ usable: 0, othersUsable: 0 });
      for (const each of [...processes, started]) await usable(each);
    },
  );

  it('knows every collection that holds something wrapped', async () => {
    await storeEverything();
    const known = Object.values<WrappedKind>(wrappedKinds).map(({ collection, field }) => `${collection}.${field}`);
    const found = new Set<string>();
    for (const { name } of await under.db.listCollections().toArray()) {
      // Its own row is wrapped again as it is made to count.
      if (name === 'installation') continue;
      for await (const row of under.db.collection(name).find())
        for (const path of bytesIn(row)) found.add(`${name}.${path}`);
    }
    expect([...found].sort()).toEqual(known.sort());
  });

  it('runs while others store, change and read', async () => {
    const made = new Map<string, string>();
    let isOver = false;
    const write = async (by: Operations, name: string) => {
      for (let round = 0; !isOver; round++) {
        const id = `user:${name}-${round}`;
        made.set(id, (await by.keys.findOrCreate(id)).toString('hex'));
        await by.serviceGrants.put(grantId, { ...grant, accessToken: id });
        await by.serviceGrants.renew(
          grantId,
          () => true,
          async (was) => was,
        );
        const token = await by.signInAttempts.begin('browser', attempt);
        expect(await by.signInAttempts.take(token, 'browser')).toEqual(attempt);
      }
    };
    const writers = processes.map((each, index) => write(each, String(index)));
    await rotate();
    isOver = true;
    await Promise.all(writers);
    expect(await verifyKeys(under.db, [from])).toMatchObject({ usable: 0, othersUsable: 0 });
    expect(await verifyKeys(under.db, [to])).toMatchObject({ usable: made.size, unusable: [] });
    const fresh = await under.openAnother({ masterKey: to });
    const found = await Promise.all([...made.keys()].map(async (id) => (await fresh.keys.find(id))?.toString('hex')));
    expect(found).toEqual([...made.values()]);
  });

  it('changes nothing while a process does not have the new key', async () => {
    atHand = [from];
    await expect(rotate({ patienceMs: 300 })).rejects.toMatchObject({
      code: 'masterKey.notHeld',
      message: expect.stringContaining(`process ${process.pid}`),
    });
    await processes[0].keys.findOrCreate('user:2');
    expect(await verifyKeys(under.db, [from])).toMatchObject({ usable: 1, unusable: [], isMasterKey: true });
  });

  it('is refused with another key than that of the data', async () => {
    await expect(rotate({ from: randomBytes(32) })).rejects.toMatchObject({ code: 'masterKey.wrong' });
  });

  it('keeps the hashes of an installation from before there was a secret for them', async () => {
    await masterKeyRows(under.db).updateOne({ _id: 'masterKey' }, { $unset: { hashing: 1 } });
    const old = openMasterKey(from).hmac('look-up', 'a name');
    const updated = await under.openAnother();
    expect(updated.keys.hmac('a name')).toBe(old);
    await rotate();
    expect((await under.openAnother({ masterKey: to })).keys.hmac('a name')).toBe(old);
  });
});
