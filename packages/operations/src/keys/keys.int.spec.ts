import { randomBytes } from 'node:crypto';
import type { Binary } from 'mongodb';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

describe('keys', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('makes a key once and finds it again, in every process', async () => {
    const { keys } = under.operations;
    expect(await keys.find('user:1')).toBeNull();
    const key = await keys.findOrCreate('user:1');
    expect(key).toHaveLength(32);
    expect(await keys.find('user:1')).toEqual(key);
    const elsewhere = (await under.openAnother()).keys;
    expect(await elsewhere.find('user:1')).toEqual(key);
    expect(elsewhere.hmac('name')).toBe(keys.hmac('name'));
  });

  it('gives simultaneous callers the same key', async () => {
    const processes = [under.operations, await under.openAnother(), await under.openAnother()];
    const keys = await Promise.all(
      processes.flatMap((each) => Array.from({ length: 10 }, () => each.keys.findOrCreate('account:busy'))),
    );
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  });

  it('keeps keys wrapped at rest', async () => {
    const key = await under.operations.keys.findOrCreate('user:wrapped');
    const rows = under.db.collection<{ _id: string; wrapped: Binary }>('keys');
    const row = await rows.findOne({ _id: 'user:wrapped' });
    const wrapped = Buffer.from(row?.wrapped.value() ?? []);
    expect(wrapped).toHaveLength(12 + 16 + 32);
    expect(wrapped.includes(key)).toBe(false);
  });

  it("erases a key for good, and from every process's memory within a minute", async () => {
    const elsewhere = await under.openAnother();
    await elsewhere.keys.findOrCreate('user:gone');
    await under.operations.keys.erase('user:gone');
    expect(await under.operations.keys.find('user:gone')).toBeNull();
    await expect(under.operations.keys.findOrCreate('user:gone')).rejects.toMatchObject({ code: 'key.erased' });
    under.clock.pass(60_000);
    expect(await elsewhere.keys.find('user:gone')).toBeNull();
    await expect(elsewhere.keys.findOrCreate('user:gone')).rejects.toMatchObject({ code: 'key.erased' });
  });

  it('refuses to open with a wrong master key, and opens with the right one afterwards', async () => {
    await expect(under.openAnother({ masterKey: randomBytes(32) })).rejects.toMatchObject({
      code: 'masterKey.wrong',
      message: expect.stringContaining('ASSAY_MASTER_KEY'),
    });
    const again = await under.openAnother();
    expect(await again.keys.find('user:wrapped')).not.toBeNull();
  });
});
