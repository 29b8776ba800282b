import { withoutGitCredentials } from './gitCredentials.ts';

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
