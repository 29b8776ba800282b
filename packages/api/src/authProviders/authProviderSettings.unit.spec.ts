import { authProvidersOf } from './authProviderSettings.ts';

const own = {
  ASSAY_OIDC_MY_IDP_ISSUER: 'https://id.example.org',
  ASSAY_OIDC_MY_IDP_CLIENT_ID: 'assay',
  ASSAY_OIDC_MY_IDP_CLIENT_SECRET: 'secret',
};

describe('the settings of providers', () => {
  it('need client id and secret only for those that are known', () => {
    const of = (name: string) => ({ [`${name}_CLIENT_ID`]: 'id', [`${name}_CLIENT_SECRET`]: 'secret' });
    const env = { ...of('ASSAY_OIDC_GOOGLE'), ...of('ASSAY_OIDC_GITHUB'), ...of('ASSAY_OIDC_ENTRA'), PATH: '/bin' };
    const given = { clientId: 'id', clientSecret: 'secret' };
    expect(authProvidersOf(env)).toEqual([
      {
        ...given,
        name: 'github',
        label: 'GitHub',
        icon: 'github',
        protocol: 'gitHub',
        issuer: 'https://github.com',
        scope: 'read:user user:email',
      },
      {
        ...given,
        name: 'google',
        label: 'Google',
        icon: 'google',
        protocol: 'openId',
        issuer: 'https://accounts.google.com',
        scope: 'openid email profile',
      },
      {
        ...given,
        name: 'entra',
        label: 'Microsoft',
        icon: 'microsoft',
        protocol: 'openId',
        issuer: 'https://login.microsoftonline.com/organizations/v2.0',
        scope: 'openid email profile',
      },
    ]);
  });

  it('name any other, with its label and icon', () => {
    expect(authProvidersOf(own)).toMatchObject([{ name: 'my-idp', label: 'MY_IDP', icon: 'key', protocol: 'openId' }]);
    const icon = 'data:image/svg+xml;base64,PHN2Zy8+';
    const named = { ...own, ASSAY_OIDC_MY_IDP_LABEL: 'Example ID', ASSAY_OIDC_MY_IDP_ICON: icon };
    const shown = { ...named, ASSAY_OIDC_MY_IDP_SCOPE: 'openid email groups' };
    expect(authProvidersOf(shown)).toMatchObject([{ label: 'Example ID', icon, scope: 'openid email groups' }]);
    expect(authProvidersOf({})).toEqual([]);
  });

  it.each([
    [{ ASSAY_OIDC_MY_IDP_ISSUER: '' }, 'ASSAY_OIDC_MY_IDP_ISSUER is missing'],
    [{ ASSAY_OIDC_MY_IDP_CLIENT_ID: '' }, 'ASSAY_OIDC_MY_IDP_CLIENT_ID is missing'],
    [{ ASSAY_OIDC_MY_IDP_CLIENT_SECRET: undefined }, 'ASSAY_OIDC_MY_IDP_CLIENT_SECRET is missing'],
    [{ ASSAY_OIDC_MY_IDP_ISSUER: 'http://id.example.org' }, 'must be an https address'],
    [{ ASSAY_OIDC_MY_IDP_ISSUER: 'id.example.org' }, 'must be an https address'],
    [{ ASSAY_OIDC_MY_IDP_ICON: 'https://id.example.org/icon.png' }, 'ASSAY_OIDC_MY_IDP_ICON must be'],
  ])('that are wrong are named: %j', (wrong, said) => {
    expect(() => authProvidersOf({ ...own, ...wrong })).toThrow(said);
  });
});
