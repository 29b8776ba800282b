import { gitHubAppPageOf, gitHubManifestOf, manifestActionOf } from './gitHubManifest.ts';

const wish = {
  publicUrl: 'https://assay.example.org',
  redirectUri: 'https://assay.example.org/auth-return',
  webhookUrl: 'https://assay.example.org/api/hooks/git-hub-app',
  isPublic: false,
};

describe('the manifest of a GitHub App', () => {
  it('asks for what Assay uses, and for nothing else', () => {
    expect(JSON.parse(gitHubManifestOf(wish))).toEqual({
      name: 'Assay assay.example.org',
      url: wish.publicUrl,
      redirect_url: wish.redirectUri,
      callback_urls: [wish.redirectUri],
      request_oauth_on_install: true,
      public: false,
      default_permissions: { contents: 'read', metadata: 'read', statuses: 'write', pull_requests: 'write' },
      hook_attributes: { url: wish.webhookUrl, active: true },
      default_events: ['push'],
    });
  });

  it('has no webhook and no events where GitHub cannot reach Assay', () => {
    const manifest = gitHubManifestOf({ ...wish, webhookUrl: null });
    expect(manifest).not.toMatch(/hook|events/);
  });

  it('has a name that GitHub takes', () => {
    const { name } = JSON.parse(gitHubManifestOf({ ...wish, publicUrl: 'https://assay.testing.of.northwind.example' }));
    expect(name).toBe('Assay assay.testing.of.northwind.e');
  });

  it('is posted for a person or an organization', () => {
    const at = 'https://github.com';
    expect(manifestActionOf(at, null, 'app.1')).toBe('https://github.com/settings/apps/new?state=app.1');
    expect(manifestActionOf(at, 'acme', 'app.1')).toBe(
      'https://github.com/organizations/acme/settings/apps/new?state=app.1',
    );
  });
});

describe('the page of a GitHub App', () => {
  it('is elsewhere at an Enterprise Server', () => {
    expect(gitHubAppPageOf({ address: 'https://github.com', slug: 'assay' })).toBe('https://github.com/apps/assay');
    expect(gitHubAppPageOf({ address: 'https://git.acme.example', slug: 'assay' })).toBe(
      'https://git.acme.example/github-apps/assay',
    );
  });
});
