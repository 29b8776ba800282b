import { quotasOf } from './quotas.ts';

describe('quotas', () => {
  it('are the usual ones but for what the operator sets', () => {
    const usual = quotasOf({});
    expect(quotasOf({ ASSAY_QUOTA_PROJECTS: '3', ASSAY_QUOTA_RUNS: '' })).toEqual({ ...usual, projects: 3 });
  });

  it.each(['0', '-1', '1.5', 'many', '1e99'])('are no %s', (ASSAY_QUOTA_REQUESTS) => {
    expect(() => quotasOf({ ASSAY_QUOTA_REQUESTS })).toThrow(/^ASSAY_QUOTA_REQUESTS must be a whole number/);
  });
});
