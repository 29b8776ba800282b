import type { AccessLogEntry, AccountStaffAccessView, StaffAccessId } from '@assay/contract';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { textOfBlob } from '../../../testSupport/textOfBlob.ts';
import { positionAt } from '../../../testSupport/views.ts';
import { AccessLogPanel } from './AccessLogPanel.tsx';

const marta = { kind: 'user', id: 'u1', fullName: 'Marta Ruiz' } as const;
const entry = (id: string, more: Partial<AccessLogEntry>): AccessLogEntry => ({
  id,
  at: '2026-03-01T12:00:00.000Z',
  action: 'signedIn',
  actor: marta,
  about: null,
  detail: null,
  address: null,
  ...more,
});
const entries = [
  entry('1', { action: 'signInFailed', address: '203.0.113.7' }),
  entry('2', { action: 'roleChanged', about: 'Noor Ali', detail: 'ADMIN' }),
  entry('3', { action: 'apiKeyUsed', about: 'Jenkins', actor: { kind: 'apiKey', id: 'k', fullName: null } }),
  entry('4', { action: 'secretSet', about: 'Staging', detail: 'TOKEN' }),
  entry('6', { action: 'twoFactorTurnedOff', address: '203.0.113.7' }),
  entry('7', { action: 'providerUnlinked', about: 'google' }),
  entry('5', { action: 'staffRead', about: 'run-7', actor: { ...marta, kind: 'staff' } }),
];
const away = { status: 503, body: { code: 'store.away', message: 'The store is away.', requestId: 'req-7' } };

function show(log: unknown, at = '/northwind/settings/access-log', staffAccess: AccountStaffAccessView[] = []) {
  const page = makePage({
    'GET /account/access-log': log,
    'GET /account/staff-access': staffAccess,
    'GET /user-roles': [],
  });
  const asked = () => page.sent.filter(({ path }) => path.startsWith('/account/access-log')).map(({ path }) => path);
  return { page, asked, ...renderOn(page, <AccessLogPanel />, at) };
}

describe('the access log in the settings', () => {
  it('says in words who did what', async () => {
    show({ entries, next: null });
    for (const [who, what] of [
      ['Marta Ruiz', 'Failed to sign in'],
      ['Marta Ruiz', 'Changed the role of Noor Ali to Administrator'],
      ['API key', 'Used the API key Jenkins, first of the day'],
      ['Marta Ruiz', 'Set the encrypted variable TOKEN of Staging'],
      ['Marta Ruiz', 'Turned off two-factor sign-in'],
      ['Marta Ruiz', 'Removed sign-in with google'],
      ['Marta Ruiz \\(staff\\)', 'Looked at the test run run-7'],
    ]) {
      expect(await screen.findByRole('row', { name: new RegExp(`${who}.*${what}`) })).toBeVisible();
    }
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('is filtered by the URL, whole days included, and goes on to older entries', async () => {
    const { asked, address } = show(
      { entries, next: '2026-03-01T12:00:00.000Z~5' },
      '/northwind/settings/access-log?kind=role&from=2026-03-01&to=2026-03-02',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    // The newest page is read again and again.
    const pages = () => [...new Set(asked())];
    await waitFor(() => expect(pages()).toHaveLength(2));
    const [first, second] = pages().map((path) => new URLSearchParams(path.split('?')[1]));
    expect(Object.fromEntries(first ?? [])).toEqual({
      kind: 'role',
      from: new Date('2026-03-01T00:00:00').toISOString(),
      to: new Date('2026-03-02T23:59:59.999').toISOString(),
      limit: '50',
    });
    expect(second?.get('before')).toBe('2026-03-01T12:00:00.000Z~5');
    await userEvent.click(screen.getByRole('combobox', { name: 'Kind' }));
    expect(await screen.findByRole('option', { name: 'Sign-in methods' })).toBeVisible();
    await userEvent.click(await screen.findByRole('option', { name: 'Secrets' }));
    await waitFor(() =>
      expect(address()).toBe('/northwind/settings/access-log?kind=secret&from=2026-03-01&to=2026-03-02'),
    );
  });

  it('is downloaded whole as CSV, as it is filtered', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const older = entry('9', { action: 'invitationSent', about: '=cmd@example.com', detail: 'USER' });
    const { asked } = show(
      ({ path }: { path: string }) => ({
        body: path.includes('before=')
          ? { entries: [older], next: null }
          : { entries, next: '2026-03-01T12:00:00.000Z~5' },
      }),
      '/northwind/settings/access-log?kind=role',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await textOfBlob(saved[0])).split('\r\n');
    expect(lines).toHaveLength(entries.length + 3);
    expect(lines[0]).toBe('Time,Who,Kind,What,Address');
    expect(lines[1]).toBe('2026-03-01T12:00:00.000Z,Marta Ruiz,Sign-ins,Failed to sign in,203.0.113.7');
    expect(lines.at(-2)).toBe('2026-03-01T12:00:00.000Z,Marta Ruiz,Invitations,Invited =cmd@example.com as User,');
    expect(asked().every((path) => path.includes('kind=role'))).toBe(true);
    click.mockRestore();
  });

  it('says that it could not be loaded, and that nothing fits the filters', async () => {
    const { page } = show(() => away, '/northwind/settings/access-log?kind=staff');
    expect(await screen.findByRole('alert')).toHaveTextContent('The access log could not be loaded');
    page.routes['GET /account/access-log'] = { entries: [], next: null };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing in the log fits the filters.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('Nothing has happened yet.')).toBeVisible();
  });

  it('shows which staff have access, why and until when, and ends it', async () => {
    const until = new Date(Date.now() + 2 * 3_600_000).toISOString();
    const access = { id: 's1' as StaffAccessId, staffName: 'Noor Ali', reason: 'Ticket 4112', startedAt: until, until };
    const { page } = show({ entries, next: null }, undefined, [access]);
    page.routes['DELETE /account/staff-access/s1'] = () => {
      page.routes['GET /account/staff-access'] = [];
      return { body: { id: 's1', position: positionAt(2) } };
    };
    const list = await screen.findByRole('region', { name: 'Staff access' });
    expect(list).toHaveTextContent(/Noor Ali.*Ticket 4112.*ends in/);
    await userEvent.click(screen.getByRole('button', { name: 'End access of Noor Ali' }));
    await waitFor(() => expect(list).not.toBeInTheDocument());
    expect(page.sent.some(({ method, path }) => method === 'DELETE' && path.includes('s1'))).toBe(true);
  });
});
