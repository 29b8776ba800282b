import { gitCredentialsOf, hidesGitCredentials, withGitCredentials, withoutGitCredentials } from './gitCredentials.ts';

it.each([
  ['https://ada:s3cret@git.example.org/shop.git', 'https://***@git.example.org/shop.git'],
  ['https://token@git.example.org/shop.git', 'https://***@git.example.org/shop.git'],
  ['https://ada:p@ss@git.example.org/shop.git', 'https://***@git.example.org/shop.git'],
  ['ssh://git:s3cret@git.example.org/shop.git', 'ssh://***@git.example.org/shop.git'],
  ['ssh://git@git.example.org/shop.git', 'ssh://git@git.example.org/shop.git'],
  ['git@git.example.org:shop.git', 'git@git.example.org:shop.git'],
  ["fatal: 'https://a:b@c/d' and https://e:f@g/h", "fatal: 'https://***@c/d' and https://***@g/h"],
])('%s is shown as %s', (text, shown) => {
  expect(withoutGitCredentials(text)).toBe(shown);
});

it.each([
  ['https://ada:s3cret@git.example.org/shop.git', 'ada:s3cret'],
  ['https://$&@git.example.org/shop.git', '$&'],
  ['https://ada:p@ss@git.example.org/shop.git', 'ada:p@ss'],
  ['ssh://git:s3cret@git.example.org/shop.git', 'git:s3cret'],
])('%s is the address and %s', (gitUrl, credentials) => {
  const shown = withoutGitCredentials(gitUrl);
  expect(hidesGitCredentials(shown)).toBe(true);
  expect(gitCredentialsOf(shown)).toBeNull();
  expect(gitCredentialsOf(gitUrl)).toBe(credentials);
  expect(withGitCredentials(shown, credentials)).toBe(gitUrl);
});

it.each([
  'https://git.example.org/shop.git',
  'ssh://git@git.example.org/shop.git',
  'git@git.example.org:shop.git',
  '/srv/shop.git',
])('%s has nothing to hide', (gitUrl) => {
  expect(gitCredentialsOf(gitUrl)).toBeNull();
  expect(hidesGitCredentials(gitUrl)).toBe(false);
});
