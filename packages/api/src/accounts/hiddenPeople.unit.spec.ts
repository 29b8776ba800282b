import { providerDomainsOf } from './hiddenPeople.ts';

describe('the domains of the provider', () => {
  it('are none by default, and read without regard to case', () => {
    expect(providerDomainsOf({})).toEqual(new Set());
    expect(providerDomainsOf({ ASSAY_PROVIDER_DOMAINS: ' Assay.Example, ,ops.assay.example' })).toEqual(
      new Set(['assay.example', 'ops.assay.example']),
    );
  });

  it.each(['@assay.example', 'assay', '*.example', 'https://assay.example'])('are not %s', (wrong) => {
    expect(() => providerDomainsOf({ ASSAY_PROVIDER_DOMAINS: wrong })).toThrow(
      `ASSAY_PROVIDER_DOMAINS must list domains such as example.org, not '${wrong}'.`,
    );
  });
});
