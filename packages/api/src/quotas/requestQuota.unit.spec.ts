import type { AccountId } from '@assay/contract';
import { requestQuota } from './requestQuota.ts';

const [acme, globex] = ['acme', 'globex'] as AccountId[] as [AccountId, AccountId];

describe('the calls of an account', () => {
  it('are refused beyond the quota, with the seconds to wait, and others are not affected', () => {
    let now = 0;
    const quota = requestQuota(6, 'quota.requests', () => now);
    for (let call = 0; call < 6; call++) quota.take(acme);
    expect(() => quota.take(acme)).toThrow(
      expect.objectContaining({ code: 'quota.requests', details: { retryAfterSeconds: 10 } }),
    );
    quota.take(globex);
    now += 9_000;
    expect(() => quota.take(acme)).toThrow(expect.objectContaining({ details: { retryAfterSeconds: 1 } }));
    now += 1_000;
    quota.take(acme);
    expect(() => quota.take(acme)).toThrow();
  });

  it('are kept for a minute, not longer', () => {
    let now = 0;
    const quota = requestQuota(6, 'quota.requests', () => now);
    quota.take(acme);
    now += 3_600_000;
    for (let call = 0; call < 6; call++) quota.take(acme);
    expect(() => quota.take(acme)).toThrow();
  });
});
