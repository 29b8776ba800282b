import type { AccountId, UserId } from '@assay/contract';
import type { NamedPerson } from '@assay/projections';
import { personNamed } from './codeOwnersAt.ts';

const ada: NamedPerson = {
  userId: 'ada' as UserId,
  emails: ['ada@example.com', 'ada@home.example.com'],
  usernames: [
    { host: 'github.com', username: 'Ada-L' },
    { host: 'gitlab.example.com', username: 'lovelace' },
    { host: null, username: null },
  ],
};
const at = (gitUrl: string) => ({ accountId: 'a1' as AccountId, gitUrl });

describe('a person whom a CODEOWNERS file names', () => {
  it.each([
    ['ADA@example.com', 'https://github.com/acme/shop.git', 'ada'],
    ['ada@home.example.com', '/repositories/shop', 'ada'],
    ['eve@example.com', 'https://github.com/acme/shop.git', null],
    ['@ada-l', 'https://github.com/acme/shop.git', 'ada'],
    ['@ada-l', 'git@github.com:acme/shop.git', 'ada'],
    ['@ada-l', 'https://gitlab.example.com/acme/shop.git', null],
    ['@lovelace', 'https://gitlab.example.com/acme/shop.git', 'ada'],
    ['@ada-l', '/repositories/shop', null],
    ['@null', '/repositories/shop', null],
    ['@acme/shop', 'https://github.com/acme/shop.git', null],
  ])('%s in %s is %p', (name, gitUrl, userId) => {
    expect(personNamed(name, [ada], at(gitUrl))).toBe(userId);
  });
});
