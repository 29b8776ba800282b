import type { UserId } from '@assay/contract';
import { URI } from 'otpauth';
import { everythingAtRest, type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

const ada = 'ada' as UserId;
const period = 30_000;

describe('second factors', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  /** An app that has scanned the QR code. */
  function appOf(url: string): (early?: number) => string {
    const app = URI.parse(url);
    if (!('period' in app)) throw new Error('it does not count by time');
    return (early = 0) => app.generate({ timestamp: under.clock.now().getTime() - early });
  }
  const begun = async (userId: UserId) => {
    const begin = await under.operations.secondFactors.begin(userId, 'ada@example.org');
    if (!begin) throw new Error('it is on');
    return { ...begin, code: appOf(begin.url) };
  };
  const turnedOn = async (userId: UserId) => {
    const { code, ...rest } = await begun(userId);
    const recovery = await under.operations.secondFactors.confirm(userId, code());
    if (typeof recovery === 'string') throw new Error(recovery);
    under.clock.pass(period);
    return { ...rest, code, recovery };
  };

  it('are on once the app has shown a code, and not before', async () => {
    const { secondFactors } = under.operations;
    expect(await secondFactors.confirm(ada, '123456')).toBe('notBegun');
    const forgotten = await begun(ada);
    const { code, secret, url } = await begun(ada);
    expect(url).toMatch(/^otpauth:\/\/totp\/Assay:ada%40example.org\?issuer=Assay&secret=\w{32}&algorithm=SHA1/);
    expect(await secondFactors.confirm(ada, forgotten.code())).toBe('wrong');
    expect([await secondFactors.verify(ada, code()), await secondFactors.find(ada)]).toEqual([false, null]);
    const recovery = await secondFactors.confirm(ada, ` ${code().slice(0, 3)} ${code().slice(3)}`);
    expect(new Set(recovery).size).toBe(10);
    expect(await secondFactors.find(ada)).toEqual({ since: under.clock.now(), recoveryCodesLeft: 10 });
    expect(await secondFactors.begin(ada, 'again')).toBeNull();
    const atRest = await everythingAtRest(under.db);
    expect(atRest).toContain('"usedPeriod"');
    for (const kept of [secret, ...recovery]) expect(atRest).not.toContain(kept);
  });

  it('take each code once, a period early or late, and no older one', async () => {
    const bob = 'bob' as UserId;
    const { code } = await turnedOn(bob);
    const { secondFactors } = under.operations;
    under.clock.pass(10 * period);
    expect(await secondFactors.verify(bob, code(2 * period))).toBe(false);
    expect(await secondFactors.verify(bob, code(period))).toBe(true);
    expect(await secondFactors.verify(bob, code(period))).toBe(false);
    const twice = await Promise.all([secondFactors.verify(bob, code()), secondFactors.verify(bob, code())]);
    expect(twice.sort()).toEqual([false, true]);
    expect(await secondFactors.verify(bob, code(-period))).toBe(true);
    expect(await secondFactors.verify(ada, code())).toBe(false);
  });

  it('take each recovery code once, however it is typed, until there are new ones', async () => {
    const eve = 'eve' as UserId;
    const { secondFactors } = under.operations;
    expect(await secondFactors.renewRecoveryCodes(eve)).toBeNull();
    const {
      recovery: [first = '', second = ''],
    } = await turnedOn(eve);
    expect(await secondFactors.verify(eve, first.toLowerCase().replace('-', ' '))).toBe(true);
    expect(await secondFactors.verify(eve, first)).toBe(false);
    expect(await secondFactors.find(eve)).toMatchObject({ recoveryCodesLeft: 9 });
    const [renewed = ''] = (await secondFactors.renewRecoveryCodes(eve)) ?? [];
    expect(await secondFactors.verify(eve, second)).toBe(false);
    expect(await secondFactors.verify(eve, renewed)).toBe(true);
  });

  it('are gone when turned off', async () => {
    const dan = 'dan' as UserId;
    const { secondFactors } = under.operations;
    const { code, recovery } = await turnedOn(dan);
    await secondFactors.turnOff(dan);
    await secondFactors.turnOff(dan);
    expect(await secondFactors.find(dan)).toBeNull();
    expect(await secondFactors.verify(dan, code())).toBe(false);
    expect(await secondFactors.verify(dan, recovery[0] ?? '')).toBe(false);
  });
});
