import type { Expiry } from '@assay/contract';
import { expiryText } from './expiryText.ts';

const expiry: Expiry = { at: '2026-03-01T12:00:00.000Z', bytes: 5, rule: 'age', keptDays: 30, maximumMegabytes: null };

describe('what is said about something that has expired', () => {
  it('tells the day and the rule by age', () => {
    expect(expiryText('Logs', expiry)).toMatch(
      /^Logs were removed on \d\d\/\d\d\/26 .*, as the account keeps them for 30 days\.$/,
    );
    expect(expiryText('Logs', { ...expiry, keptDays: 1 })).toMatch(/for 1 day\.$/);
  });

  it('tells the rule by size', () => {
    const bySize: Expiry = { ...expiry, rule: 'size', keptDays: null, maximumMegabytes: 5000 };
    expect(expiryText('Screenshots', bySize)).toMatch(/at most 5,000 MB and they were among the oldest\.$/);
  });
});
