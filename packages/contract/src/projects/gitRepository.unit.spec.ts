import { commitPageOf, gitRepositoryOf } from './gitRepository.ts';

describe('the repository that a git URL names', () => {
  it.each([
    ['https://github.com/acme/shop.git', 'GitHub', 'acme', 'shop'],
    ['https://github.com/acme/shop', 'GitHub', 'acme', 'shop'],
    ['https://github.com/acme/shop/', 'GitHub', 'acme', 'shop'],
    ['https://me:secret@GitHub.com/acme/my.shop.git', 'GitHub', 'acme', 'my.shop'],
    ['git@github.com:acme/shop.git', 'GitHub', 'acme', 'shop'],
    ['ssh://git@ssh.github.com:443/acme/shop.git', 'GitHub', 'acme', 'shop'],
    ['https://me@bitbucket.org/acme/shop.git', 'BitBucket', 'acme', 'shop'],
    ['git@bitbucket.org:acme/shop.git', 'BitBucket', 'acme', 'shop'],
    ['https://gitlab.com/acme/web/team/shop.git', 'Gitlab', 'acme/web/team', 'shop'],
  ])('is known for %s', (gitUrl, gitProvider, gitOwner, gitRepo) => {
    expect(gitRepositoryOf(gitUrl)).toEqual({ gitProvider, gitOwner, gitRepo });
  });

  it.each([
    [null],
    [''],
    ['/repositories/shop'],
    ['C:\\repositories\\shop'],
    ['../github.com/acme/shop'],
    ['https://git.acme.example/scm/web/shop.git'],
    ['https://github.com.evil.example/acme/shop'],
    ['https://evil.example/github.com/acme/shop'],
    ['https://github.com@evil.example/acme/shop'],
    ['https://github.com/acme'],
    ['https://github.com/acme/.git'],
    ['https://github.com/acme/shop/tree/main'],
    ['constructor:acme/shop'],
  ])('is unknown for %s', (gitUrl) => {
    expect(gitRepositoryOf(gitUrl)).toBeNull();
  });
});

describe('the page of a commit', () => {
  it.each([
    ['git@github.com:acme/shop.git', 'https://github.com/acme/shop/commit/c0ffee'],
    ['https://me:secret@bitbucket.org/acme/shop.git', 'https://bitbucket.org/acme/shop/commits/c0ffee'],
    ['https://gitlab.com/acme/web team/shop.git', 'https://gitlab.com/acme/web%20team/shop/-/commit/c0ffee'],
  ])('is known for %s', (gitUrl, page) => {
    expect(commitPageOf(gitUrl, 'c0ffee')).toBe(page);
  });

  it('is a link to its service, whatever the name of the repository', () => {
    expect(commitPageOf('https://github.com/acme/"><script>.git', 'c/../d')).toBe(
      'https://github.com/acme/%22%3E%3Cscript%3E/commit/c%2F..%2Fd',
    );
  });

  it('is not known for a repository of a server that is not known', () => {
    expect(commitPageOf('https://git.acme.example/web/shop.git', 'c0ffee')).toBeNull();
  });
});
