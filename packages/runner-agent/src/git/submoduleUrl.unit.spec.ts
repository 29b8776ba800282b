import { isSubmoduleHost, submoduleUrl } from './submoduleUrl.ts';

describe('the address of a submodule', () => {
  it.each([
    ['https://git.example.org/a/shop.git', '../lib.git', 'https://git.example.org/a/lib.git'],
    ['https://git.example.org/a/shop.git/', '../../b/lib', 'https://git.example.org/b/lib'],
    ['https://git.example.org/a/shop.git', './lib', 'https://git.example.org/a/shop.git/lib'],
    ['git@git.example.org:a/shop.git', '../../b/lib.git', 'git@git.example.org:b/lib.git'],
    ['git@git.example.org:shop.git', '../lib.git', 'git@git.example.org:lib.git'],
    ['ssh://git@git.example.org:2222/a/shop.git', '../lib.git', 'ssh://git@git.example.org:2222/a/lib.git'],
    ['https://ada:s3cret@git.example.org/a/shop.git', '../lib.git', 'https://ada:s3cret@git.example.org/a/lib.git'],
    [
      'https://ada:s3cret@git.example.org/shop.git',
      'https://git.example.org/lib.git',
      'https://ada:s3cret@git.example.org/lib.git',
    ],
    ['https://ada:s3cret@git.example.org/shop.git', 'https://other.example.org/l', 'https://other.example.org/l'],
    ['https://ada:s3cret@git.example.org/shop.git', 'http://git.example.org/lib', 'http://git.example.org/lib'],
    [
      'https://ada:s3cret@git.example.org/shop.git',
      'https://git.example.org:8443/lib',
      'https://git.example.org:8443/lib',
    ],
    ['/repositories/shop', 'https://git.example.org/lib.git', 'https://git.example.org/lib.git'],
  ])('of %s: %s', (parent, url, expected) => {
    expect(submoduleUrl(parent, url)).toBe(expected);
  });

  it.each([
    ['https://git.example.org/shop.git', '../../../lib'],
    ['/repositories/shop', '../lib'],
    ['https://git.example.org/shop.git', '/etc'],
    ['https://git.example.org/shop.git', 'file:///etc'],
    ['https://git.example.org/shop.git', 'ext::sh -c id'],
    ['https://git.example.org/shop.git', 'ext::id'],
    ['https://git.example.org/shop.git', 'https::https://git.example.org/lib'],
    ['https://git.example.org/shop.git', '--upload-pack=id'],
    ['https://git.example.org/shop.git', '-oProxyCommand=id@host:lib'],
    ['https://git.example.org/shop.git', 'https://git.example.org/a\nb'],
    ['https://git.example.org/shop.git', 'https://'],
  ])('is refused: %s, %j', (parent, url) => {
    expect(submoduleUrl(parent, url)).toBeNull();
  });

  it.each([
    ['https://git.example.org/lib', 'https://GIT.example.org/shop', [], true],
    ['git@git.example.org:lib', 'https://git.example.org/shop', [], true],
    ['https://git.example.org:8443/lib', 'https://git.example.org/shop', [], false],
    ['https://git.example.org.evil.example/lib', 'https://git.example.org/shop', [], false],
    ['https://other.example.org/lib', 'https://git.example.org/shop', ['OTHER.example.org'], true],
    ['https://127.0.0.1/lib', 'https://git.example.org/shop', ['other.example.org'], false],
    ['https://127.0.0.1/lib', 'https://git.example.org/shop', ['*'], true],
  ])('%s is on an allowed host of %s', (url, repository, others, expected) => {
    expect(isSubmoduleHost(url, repository, others)).toBe(expected);
  });
});
