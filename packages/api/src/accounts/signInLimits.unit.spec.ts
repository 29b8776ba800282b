import { signInLimits } from './signInLimits.ts';

const minute = 60_000;

function underTest() {
  let time = 0;
  const limits = signInLimits(() => time);
  const attempt = (address: string, email: string): number => {
    try {
      limits.begin(address, email);
      return 0;
    } catch (error) {
      return (error as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds;
    }
  };
  const fail = (times: number, address: (n: number) => string, email: (n: number) => string) => {
    for (let n = 0; n < times; n += 1) expect(attempt(address(n), email(n))).toBe(0);
  };
  return { limits, attempt, fail, pass: (ms: number) => (time += ms) };
}

const here = () => '192.0.2.1';
const ada = () => 'ada@example.com';

describe('sign-in limits', () => {
  it('make the wait longer with each failure, up to five minutes', () => {
    const { attempt, fail, pass } = underTest();
    fail(10, here, ada);
    const waits: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const wait = attempt(here(), ' ADA@example.com');
      waits.push(wait);
      pass(wait * 1000);
      expect(attempt(here(), ada())).toBe(0);
    }
    expect(waits).toEqual([30, 60, 120, 240, 300, 300]);
  });

  it('slow down one address that tries many names', () => {
    const { attempt, fail } = underTest();
    fail(50, here, (n) => `person${n}@example.com`);
    expect(attempt(here(), ada())).toBe(30);
    expect(attempt('192.0.2.2', ada())).toBe(0);
  });

  it('slow down many addresses that try one name', () => {
    const { attempt, fail } = underTest();
    fail(30, (n) => `198.51.100.${n}`, ada);
    expect(attempt('203.0.113.1', ada())).toBe(30);
    expect(attempt('203.0.113.1', 'grace@example.com')).toBe(0);
  });

  it('take a network of IPv6 for one address, and an IPv4 address in either form', () => {
    const { attempt, fail } = underTest();
    fail(10, (n) => `2001:db8:1:2::${n}`, ada);
    expect(attempt('2001:db8:1:2:ffff::1', ada())).toBe(30);
    expect(attempt('2001:db8:1:3::1', ada())).toBe(0);
    fail(
      10,
      (n) => (n % 2 ? '192.0.2.1' : '::ffff:192.0.2.1'),
      () => 'grace@example.com',
    );
    expect(attempt('192.0.2.1', 'grace@example.com')).toBe(30);
    expect(attempt('made up', ada())).toBe(0);
  });

  it('lock nobody out where they signed in before, whoever guesses from elsewhere', () => {
    const { limits, attempt, fail } = underTest();
    limits.begin(here(), ada()).succeeded();
    fail(30, (n) => `198.51.100.${n}`, ada);
    fail(50, here, (n) => `person${n}@example.com`);
    expect(attempt('203.0.113.1', ada())).toBe(30);
    expect(attempt(here(), 'grace@example.com')).toBe(30);
    expect(attempt(here(), ada())).toBe(0);
  });

  it('forget failures after a success, after an hour, and those that found nothing out', () => {
    const { limits, attempt, fail, pass } = underTest();
    fail(9, here, ada);
    limits.begin(here(), ada()).succeeded();
    fail(9, here, ada);
    pass(61 * minute);
    fail(9, here, ada);
    for (let n = 0; n < 20; n += 1) limits.begin(here(), ada()).withdrawn();
    expect(attempt(here(), ada())).toBe(0);
    expect(attempt(here(), ada())).toBe(30);
  });
});
