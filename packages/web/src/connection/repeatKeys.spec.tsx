import { makePage, type Sent } from '../testSupport/pageOfTests.tsx';
import { makeRepeatKeys } from './repeatKeys.ts';
import { serviceEndpoints } from './serviceEndpoints.ts';

const { createTeam } = serviceEndpoints.endpoints;
const made = { status: 201, body: { id: 'team-1', revision: '0', position: null } };
const away = { status: 503, body: { code: 'store.away', message: 'The store is away.', requestId: 'r' } };
const running = { status: 409, body: { code: 'idempotency.running', message: 'Not ended yet.', requestId: 'r' } };

describe('a creation', () => {
  /** @returns the keys of what was sent, for a service that answers as given, in order */
  async function keysOf(answers: readonly { status: number; body: unknown }[], names: readonly string[]) {
    let count = 0;
    const page = makePage({ 'POST /team': () => answers[count++] ?? made });
    for (const name of names) await page.store.dispatch(createTeam.initiate({ body: { name } }));
    const posts = page.sent.filter(({ method }: Sent) => method === 'POST');
    return posts.map(({ headers }) => headers['Idempotency-Key']);
  }

  it('that was not carried out for certain has the same key when it is sent again', async () => {
    const [first, second, third] = await keysOf([away, made], ['Checkout', 'Checkout', 'Checkout']);
    expect(first).toMatch(/^[0-9a-z-]{10,60}$/);
    expect(second).toBe(first);
    // Made by now: another team of this name is to be refused as such.
    expect(third).not.toBe(first);
  });

  it('of something else has a key of its own', async () => {
    const [first, second] = await keysOf([away, away], ['Checkout', 'Payment']);
    expect(second).not.toBe(first);
  });

  it('waits for the one that is under way already', async () => {
    const [first, second, ...more] = await keysOf([running, made], ['Checkout']);
    expect([second, more]).toEqual([first, []]);
  });

  it('by a second click while the first one is under way has its key', async () => {
    const page = makePage({ 'POST /team': () => made });
    const click = () => page.store.dispatch(createTeam.initiate({ body: { name: 'Checkout' } }));
    await Promise.all([click(), click()]);
    const [first, second] = page.sent.map(({ headers }) => headers['Idempotency-Key']);
    expect(second).toBe(first);
  });

  it('counts as another one some minutes later', () => {
    let now = 0;
    const keys = makeRepeatKeys(() => now);
    const first = keys.keyOf('run');
    now = 4 * 60_000;
    expect(keys.keyOf('run')).toBe(first);
    now = 5 * 60_000;
    expect(keys.keyOf('run')).not.toBe(first);
  });
});
