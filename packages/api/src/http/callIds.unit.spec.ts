import { createHmac } from 'node:crypto';
import { callIds } from './callIds.ts';

const keys = { hmac: (text: string) => createHmac('sha256', 'a key').update(text).digest('hex') };

describe('ids of a call with an Idempotency-Key', () => {
  const at = (time: string, key = 'k') => callIds({ keys }, { scope: 's', key, firstBegunAt: new Date(time) });

  it('are the same in the same order when the call is repeated', () => {
    const [first, again] = [at('2026-01-01T00:00:00Z'), at('2026-01-01T00:00:00Z')];
    const made = [first(), first()];
    expect([again(), again()]).toEqual(made);
    expect(new Set(made).size).toBe(2);
  });

  it('sort by the time of the first attempt and look like every other id', () => {
    const [early, late] = [at('2026-01-01T00:00:00.000Z')(), at('2026-01-01T00:00:00.001Z')()];
    expect(early < late).toBe(true);
    expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
