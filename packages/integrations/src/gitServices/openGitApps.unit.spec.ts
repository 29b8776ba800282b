import { generateKeyPairSync } from 'node:crypto';
import { openGitApps } from './openGitApps.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const app = {
  address: 'https://github.com',
  appId: '12',
  slug: 'assay',
  clientId: 'client',
  clientSecret: 'secret',
  webhookSecret: null,
};
const kept = { ...app, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };

function opened(configured: boolean) {
  const state = { kept: null as typeof kept | null, at: 0, reads: 0, fails: false };
  const store = {
    find: async () => {
      state.reads += 1;
      if (state.fails) throw new Error('away');
      return state.kept;
    },
  };
  const settings = { oauth: [], gitHubApp: configured ? { ...app, appId: '7', privateKey } : null };
  return { state, apps: openGitApps(settings, store, () => state.at) };
}

describe('the GitHub App that is used', () => {
  it('is the one of the variables, where they are set', async () => {
    const { state, apps } = opened(true);
    state.kept = kept;
    expect((await apps.gitHubApp())?.appId).toBe('7');
    expect(state.reads).toBe(0);
  });

  it('is seen within seconds once another process has registered it, and at once in this one', async () => {
    const { state, apps } = opened(false);
    expect(await apps.gitHubApp()).toBeNull();
    state.kept = kept;
    expect(await apps.gitHubApp()).toBeNull();
    state.at = 3_000;
    expect(await apps.gitHubApp()).toMatchObject({ appId: '12', privateKey: { type: 'private' } });
    state.kept = null;
    apps.forget();
    expect(await apps.gitHubApp()).toBeNull();
    expect(state.reads).toBe(3);
  });

  it('is looked for again after the store was away', async () => {
    const { state, apps } = opened(false);
    state.fails = true;
    await expect(apps.gitHubApp()).rejects.toThrow('away');
    state.fails = false;
    expect(await apps.gitHubApp()).toBeNull();
  });
});
