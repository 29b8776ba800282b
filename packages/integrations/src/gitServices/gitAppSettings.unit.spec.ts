import { generateKeyPairSync } from 'node:crypto';
import { gitAppsOf } from './gitAppSettings.ts';

const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const app = {
  ASSAY_GITHUB_APP_ID: '12',
  ASSAY_GITHUB_APP_SLUG: 'assay',
  ASSAY_GITHUB_APP_CLIENT_ID: 'Iv1.a',
  ASSAY_GITHUB_APP_CLIENT_SECRET: 'secret',
  ASSAY_GITHUB_APP_PRIVATE_KEY: pem.toString().replaceAll('\n', '\\n'),
};
const gitlab = { ASSAY_GITLAB_CLIENT_ID: 'id', ASSAY_GITLAB_CLIENT_SECRET: 'secret' };

describe('the settings of git services', () => {
  it('offer nothing unless they are there', () => {
    expect(gitAppsOf({ PATH: '/bin' })).toEqual({ oauth: [], gitHubApp: null });
  });

  it('name applications, at the public services or at their own addresses', () => {
    const { oauth, gitHubApp } = gitAppsOf({ ...app, ...gitlab, ASSAY_GITLAB_URL: 'https://git.acme.example/' });
    expect(oauth).toEqual([
      { provider: 'Gitlab', address: 'https://git.acme.example', clientId: 'id', clientSecret: 'secret' },
    ]);
    expect(gitHubApp).toMatchObject({ address: 'https://github.com', appId: '12', webhookSecret: null });
    expect(gitHubApp?.privateKey.type).toBe('private');
  });

  it.each([
    [{ ...gitlab, ASSAY_GITLAB_CLIENT_SECRET: '' }, 'ASSAY_GITLAB_CLIENT_SECRET is missing'],
    [{ ...gitlab, ASSAY_GITLAB_URL: 'http://git.acme.example' }, 'ASSAY_GITLAB_URL must be an https address'],
    [{ ...app, ASSAY_GITHUB_APP_SLUG: '' }, 'ASSAY_GITHUB_APP_SLUG is missing'],
    [{ ...app, ASSAY_GITHUB_APP_PRIVATE_KEY: 'no key' }, 'ASSAY_GITHUB_APP_PRIVATE_KEY must be a private key in PEM'],
    [{ ...app, ASSAY_GITHUB_APP_PRIVATE_KEY_FILE: '/no/such' }, 'ASSAY_GITHUB_APP_PRIVATE_KEY_FILE must be'],
  ])('that are wrong are named', (env, said) => {
    expect(() => gitAppsOf(env)).toThrow(said);
  });
});
