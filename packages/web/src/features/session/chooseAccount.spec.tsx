import type { AccountId } from '@assay/contract';
import { chooseAccount, firstSegmentOf } from './chooseAccount.ts';

const role = (accountName: string) => ({
  id: accountName,
  accountId: accountName as AccountId,
  accountName,
  roleType: 'USER' as const,
});
const roles = [role('contoso'), role('north wind')];

describe('the account of a page', () => {
  it('is the one that the address names', () => {
    expect(chooseAccount(roles, 'north wind', 'contoso')?.accountName).toBe('north wind');
  });

  it('else the remembered one', () => {
    expect(chooseAccount(roles, 'projects', 'north wind')?.accountName).toBe('north wind');
  });

  it('else that of the first role', () => {
    expect(chooseAccount(roles, null, 'gone')?.accountName).toBe('contoso');
  });

  it('is null without roles', () => {
    expect(chooseAccount([], 'contoso', null)).toBeUndefined();
  });

  it('is read decoded from the address, even from a broken one', () => {
    expect(firstSegmentOf('/north%20wind/test-runs')).toBe('north wind');
    expect(firstSegmentOf('/%E0/x')).toBe('%E0');
    expect(firstSegmentOf('/')).toBeNull();
  });
});
