import { proxiesOf } from '@assay/proxies';
import { defaultGitProtocols, type GitAddresses, refusalOfGitUrl } from './gitAddresses.ts';

describe('addresses of repositories', () => {
  const refused = (gitUrl: string, change: Partial<GitAddresses> = {}) =>
    refusalOfGitUrl(gitUrl, {
      protocols: defaultGitProtocols,
      hosts: null,
      localFolders: ['/data/samples'],
      proxies: proxiesOf({}),
      guard: null,
      ...change,
    });

  it.each([
    'https://git.example.org/shop.git',
    'https://ada:s3cret@git.example.org/shop.git',
    'ssh://git@git.example.org/shop.git',
    'git@git.example.org:acme/shop.git',
    'git://git.example.org/shop.git',
    'ssh://git@[2001:db8::1]:2222/shop.git',
    '/data/samples/shop',
    'file:///data/samples/shop',
  ])('%s is allowed', (gitUrl) => {
    expect(refused(gitUrl)).toBeNull();
  });

  it.each([
    'http://git.example.org/shop.git',
    '/data/other/shop',
    '/data/samples/../other',
    '/data/samples-of-others',
    'https://***@git.example.org/shop.git',
    'file:///etc/shop',
    'file://server/data/samples/shop',
    '~/shop',
    'ext::sh -c id',
    'git@[127.0.0.1:22]:shop',
    '[git@git.example.org:22]@127.0.0.1:shop',
    'ssh://git@%31%32%37.0.0.1/shop',
    'ssh:///shop',
    '--upload-pack=id',
  ])('%s is not', (gitUrl) => {
    expect(refused(gitUrl)).toMatch(/\.$/);
  });

  it('are those of the named hosts and protocols, where the operator names some', () => {
    const hosts = ['github.com', '*.example.org'];
    expect(refused('https://GitHub.com/acme/shop', { hosts })).toBeNull();
    expect(refused('git@a.b.example.org:shop.git', { hosts })).toBeNull();
    expect(refused('https://example.org/shop', { hosts })).toBe('Repositories of that host are not allowed here.');
    expect(refused('https://github.com.evil.org/shop', { hosts })).not.toBeNull();
    expect(refused('https://github.com@evil.org/shop', { hosts })).not.toBeNull();
    expect(refused('ssh://github.com/shop', { protocols: ['https'] })).toBe('Use one of these protocols: https.');
  });
});
