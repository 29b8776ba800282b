import { statusRequestOf } from './commitStatus.ts';

describe('the status of an inconclusive run', () => {
  it.each([
    ['GitHub', 'error'],
    ['Gitlab', 'skipped'],
    ['BitBucket', 'STOPPED'],
    ['BitBucketServer', 'FAILED'],
  ] as const)('satisfies no required check at %s: %s', (provider, state) => {
    const status = { state: 'inconclusive' as const, name: 'Assay', description: '', url: 'https://assay.test' };
    const at = { provider, address: 'https://git.test', token: 't', path: 'northwind/shop', commit: 'c0ffee' };
    expect(JSON.parse(statusRequestOf(at, status).body)).toMatchObject({ state });
  });
});
