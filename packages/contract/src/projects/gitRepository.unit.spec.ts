import { gitRepositoryOf } from './gitRepository.ts';

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
