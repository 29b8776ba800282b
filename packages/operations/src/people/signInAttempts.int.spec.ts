import { everythingAtRest, type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import type { ProvenAttempt } from './signInAttempts.ts';

const [browser, another] = ['secret of a browser', 'secret of another'];
const proven: ProvenAttempt = {
  kind: 'proven',
  provider: 'google',
  issuer: 'https://accounts.google.com',
  subject: '10769150350006150715113082367',
  email: 'grace@example.org',
};
const minuteMs = 60_000;

describe('an attempt to sign in by a provider', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('serves once', async () => {
    const { signInAttempts } = under.operations;
    const token = await signInAttempts.begin(browser, proven);
    const taken = await Promise.all([signInAttempts.take(token, browser), signInAttempts.take(token, browser)]);
    expect(taken.filter((attempt) => attempt !== null)).toEqual([proven]);
  });

  it('serves no other browser, and is not lost by their trying', async () => {
    const { signInAttempts } = under.operations;
    const token = await signInAttempts.begin(browser, proven);
    expect(await signInAttempts.take(token, another)).toBeNull();
    expect(await signInAttempts.take(`${token}x`, browser)).toBeNull();
    expect(await signInAttempts.take(token, browser)).toEqual(proven);
  });

  it('serves for ten minutes', async () => {
    const { signInAttempts } = under.operations;
    const [early, late] = [await signInAttempts.begin(browser, proven), await signInAttempts.begin(browser, proven)];
    under.clock.pass(10 * minuteMs - 1);
    expect(await signInAttempts.take(early, browser)).toEqual(proven);
    under.clock.pass(1);
    expect(await signInAttempts.take(late, browser)).toBeNull();
  });

  it('is stored neither with its secrets nor with who it is about', async () => {
    const token = await under.operations.signInAttempts.begin(browser, proven);
    const atRest = await everythingAtRest(under.db);
    expect(atRest).toContain('"browser":');
    for (const secret of [token, browser, proven.subject, proven.email]) expect(atRest).not.toContain(secret);
  });
});
