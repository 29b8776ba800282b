import { repositoryPathAt, withTokenOf } from './gitServices.ts';

const gitHub = { provider: 'GitHub', address: 'https://github.com' } as const;
const dataCenter = { provider: 'BitBucketServer', address: 'https://code.acme.example/bitbucket' } as const;

describe('a repository at a git service', () => {
  it.each([
    ['https://github.com/northwind/shop.git', gitHub, 'northwind/shop'],
    ['https://github.com/northwind/shop/', gitHub, 'northwind/shop'],
    ['git@github.com:northwind/shop.git', gitHub, 'northwind/shop'],
    ['ssh://git@ssh.github.com:443/northwind/shop.git', gitHub, 'northwind/shop'],
    ['https://gitlab.com/a/b/c', { provider: 'Gitlab', address: 'https://gitlab.com/' } as const, 'a/b/c'],
    ['https://code.acme.example/bitbucket/scm/shop/web.git', dataCenter, 'shop/web'],
    ['ssh://git@code.acme.example:7999/shop/web.git', dataCenter, 'shop/web'],
  ])('is known by its URL: %s', (gitUrl, at, path) => {
    expect(repositoryPathAt(gitUrl, at)).toBe(path);
  });

  it.each([
    'https://github.com.evil.example/northwind/shop.git',
    'https://evil.example/github.com/shop.git',
    'https://gitlab.com/northwind/shop',
    'https://github.com/northwind',
    '/repositories/northwind/shop',
  ])('is somewhere else: %s', (gitUrl) => {
    expect(repositoryPathAt(gitUrl, gitHub)).toBeNull();
  });

  it('is read with the token of its service', () => {
    expect(withTokenOf('https://github.com/northwind/shop.git', gitHub, 'a/b@c')).toBe(
      'https://x-access-token:a%2Fb%40c@github.com/northwind/shop.git',
    );
  });

  it.each([
    'https://github.com.evil.example/northwind/shop.git',
    'https://github.com:8443/northwind/shop.git',
    'http://github.com/northwind/shop.git',
    'https://ada:secret@github.com/northwind/shop.git',
    'git@github.com:northwind/shop.git',
    '/repositories/shop',
  ])('gives nobody else the token: %s', (gitUrl) => {
    expect(withTokenOf(gitUrl, gitHub, 'token')).toBe(gitUrl);
  });
});
