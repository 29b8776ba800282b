import type { AccountId, UserId, UserRoleId } from '@assay/contract';
import { given } from '../test/deciderSpec.ts';
import { accountDecider } from './account/decideAccount.ts';
import { DomainError } from './domainError.ts';
import { domainErrors, domainErrorTables } from './domainErrors.ts';
import { userDecider } from './user/decideUser.ts';
import { userRoleDecider } from './userRole/decideUserRole.ts';

const tables: [string, object][] = Object.entries(domainErrorTables);

describe('the error tables', () => {
  it('define no code twice', () => {
    const codes = tables.flatMap(([, table]) => Object.keys(table));
    expect([...new Set(codes)].sort()).toEqual([...codes].sort());
    expect(Object.keys(domainErrors).sort()).toEqual([...codes].sort());
  });

  it.each(Object.entries(domainErrors))(
    'give %s a status, a text, and the field at fault where there is one',
    (_, entry) => {
      expect([400, 404, 409]).toContain(entry.status);
      expect(entry.text).not.toBe('');
      expect('field' in entry).toBe(entry.status === 400);
    },
  );

  it('give an error its text', () => {
    expect(new DomainError('testRun.notFound')).toMatchObject({
      code: 'testRun.notFound',
      message: 'There is no such test run.',
    });
  });
});

describe('accounts, people and roles', () => {
  const accountId = 'acme' as AccountId;
  const userId = 'ada' as UserId;
  const account = { type: 'createAccount' as const, accountId, name: 'Acme' };
  const user = { type: 'registerUser' as const, userId, email: 'ada@example.org', firstName: 'Ada', lastName: 'L' };
  const role = {
    type: 'grantUserRole' as const,
    userRoleId: 'r' as UserRoleId,
    userId,
    accountId,
    roleType: 'ADMIN' as const,
  };

  it('are created once', () => {
    const [createdAccount] = given(accountDecider).when(account).events;
    const [registered] = given(userDecider).when(user).events;
    const [granted] = given(userRoleDecider).when(role).events;
    if (!createdAccount || !registered || !granted) throw new Error('nothing happened');
    given(accountDecider, createdAccount).when(account).refuses('account.exists');
    given(userDecider, registered).when(user).refuses('user.exists');
    given(userRoleDecider, granted).when(role).refuses('userRole.exists');
  });
});
