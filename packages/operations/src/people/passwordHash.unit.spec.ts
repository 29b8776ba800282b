import { hashPassword, passwordFits } from './passwordHash.ts';

describe('hashing passwords', () => {
  it('refuses at once what would wait long, and does the rest', async () => {
    const hashes = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword('difference engine')));
    const refused = hashes.slice(66);
    expect(hashes.slice(0, 66).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(refused.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
      refused.map(() => 'credentials.busy'),
    );
    const [first] = hashes;
    const hashed = first?.status === 'fulfilled' ? first.value : '';
    expect(await passwordFits(hashed, 'difference engine')).toBe(true);
  });
});
