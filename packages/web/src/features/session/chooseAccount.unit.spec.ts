import type { AccountId } from '@assay/contract';
import { chooseAccount, firstSegmentOf, withFirstSegment } from './chooseAccount.ts';

const role = (accountName: string, ...formerNames: string[]) => ({
  id: accountName,
  accountId: accountName as AccountId,
  accountName,
  formerNames,
  setupComplete: true,
  roleType: 'USER' as const,
  twoFactorRequired: false,
  staffUntil: null,
  notifyByEmail: false,
  notifyBySlack: false,
  slackConnected: false,
});
const roles = [role('contoso'), role('north wind')];

describe('the account of a page', () => {
  it('is the one that the address names', () => {
    expect(chooseAccount(roles, 'north wind', 'contoso')?.accountName).toBe('north wind');
  });

  it('is one that had the name of the address before, unless another has it now', () => {
    const renamed = [role('contoso', 'acme', 'north wind'), role('north wind')];
    expect(chooseAccount(renamed, 'acme', 'north wind')?.accountName).toBe('contoso');
    expect(chooseAccount(renamed, 'north wind', 'contoso')?.accountName).toBe('north wind');
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

  it('is replaced in an address, encoded', () => {
    expect(withFirstSegment('/acme/test-runs/r1', 'north wind')).toBe('/north%20wind/test-runs/r1');
    expect(withFirstSegment('/acme', 'contoso')).toBe('/contoso');
  });

  it('is read decoded from the address, even from a broken one', () => {
    expect(firstSegmentOf('/north%20wind/test-runs')).toBe('north wind');
    expect(firstSegmentOf('/%E0/x')).toBe('%E0');
    expect(firstSegmentOf('/')).toBeNull();
  });
});
