import type { TeamId, UserId } from '@assay/contract';
import type { NamedPerson } from '@assay/projections';
import { ownerDirectory } from './ownerDirectory.ts';

const ada: NamedPerson = {
  userId: 'ada' as UserId,
  emails: ['ada@example.com', 'ada@home.example.com'],
  usernames: [
    { host: 'github.com', username: 'Ada-L' },
    { host: 'gitlab.example.com', username: 'lovelace' },
    { host: null, username: null },
  ],
};
const team = (id: string, name: string, ...userIds: string[]) => ({
  id: id as TeamId,
  name,
  users: userIds.map((userId) => ({ userId: userId as UserId, fullName: userId, email: `${userId}@example.com` })),
});
const teams = [team('t1', 'Web Shop', 'ada', 'bob'), team('t2', 'QA'), team('t3', 'web-shop', 'eve')];
const directory = (gitUrl: string) => ownerDirectory({ people: [ada], teams }, { gitUrl });

describe('an owner in a CODEOWNERS file', () => {
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
    ['@acme/ada-l', 'https://github.com/acme/shop.git', null],
  ])('is the member for %s in %s: %p', (name, gitUrl, userId) => {
    expect(directory(gitUrl)(name).userId).toBe(userId);
  });

  it.each([
    ['@acme/web-shop', 't1'],
    ['@ACME/Web_Shop', 't1'],
    ['@group/subgroup/web-shop', 't1'],
    ['@acme/qa', 't2'],
    ['@acme/webshop', undefined],
    ['@acme/', undefined],
    ['@qa', undefined],
    ['qa/qa', undefined],
  ])('is the team for %s: %p', (name, id) => {
    expect(directory('https://github.com/acme/shop.git')(name).team?.id).toBe(id);
  });

  it('comes with the members of its team', () => {
    const { userId, team: found } = directory('/repositories/shop')('@acme/web-shop');
    expect({ userId, found }).toEqual({ userId: null, found: { id: 't1', name: 'Web Shop', userIds: ['ada', 'bob'] } });
  });
});
