import type { AuditEntry } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { makePage, type Routes as PageRoutes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { retype } from '../../../testSupport/retype.ts';
import { environmentView, positionAt } from '../../../testSupport/views.ts';
import { environmentsArea } from '../environmentsRoutes.tsx';

function entry(revision: string, day: string, field: string, change: Partial<AuditEntry>): AuditEntry {
  return {
    revision,
    time: `2026-11-${day}T10:00:00.000Z`,
    userName: 'Ada Tester',
    email: 'ada@northwind.test',
    field,
    change: 'changed',
    encrypted: false,
    oldValue: null,
    newValue: null,
    ...change,
  };
}

const trail = [
  entry('5', '03', 'name', { oldValue: 'Old', newValue: 'Staging' }),
  entry('5', '03', 'restored', { change: 'added', newValue: '1' }),
  entry('5', '03', 'reason', { change: 'added', newValue: 'Wrong name' }),
  entry('3', '02', 'variables.TOKEN', { encrypted: true }),
  entry('3', '02', 'name', { oldValue: 'Staging', newValue: 'Old' }),
  entry('1', '01', 'variables.TOKEN', { change: 'added', encrypted: true }),
  entry('1', '01', 'name', { change: 'added', newValue: 'Staging' }),
  entry('1', '01', 'maximumParallelTestRuns', { change: 'added', newValue: '0' }),
];

const address = '/northwind/environments/e1/audit-log';

function open(routes: PageRoutes = {}, at = address, roleType: 'USER' | 'ADMIN' = 'ADMIN') {
  const page = makePage(
    {
      'GET /environments': [environmentView({ name: 'Staging', revision: '5' })],
      'GET /environments/e1/auditTrail': trail,
      ...routes,
    },
    { roleType },
  );
  const screens = (
    <Routes>
      <Route path=":account">{environmentsArea.routes}</Route>
    </Routes>
  );
  return { ...page, ...renderOn(page, screens, at) };
}

const stood = () => screen.findByRole('region', { name: 'As it stood' });
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));

describe('the audit log of an environment', () => {
  it('shows who changed what from which value to which, and no value of what is encrypted', async () => {
    open();
    const rows = within(await screen.findByRole('table', { name: 'Changes' })).getAllByRole('row');
    expect(rows[1]).toHaveTextContent('Ada Tester · restored version 1Wrong nameNameOld → Staging');
    expect(rows[2]).toHaveTextContent('TOKENanother value, encrypted');
    expect(rows.at(-1)).toHaveTextContent('Maximum parallel test runsno limit');
    expect(await stood()).toHaveTextContent('as now');
  });

  it('shows how it was at a moment, which the address keeps, and what is other now', async () => {
    const { address: now } = open({}, `${address}?at=2026-11-02T12:00:00Z`);
    expect(await screen.findByText('version 2 of 3')).toBeVisible();
    expect(await stood()).toHaveTextContent('1 difference to nowNameOldnow Staging');
    await press('Version 1');
    expect(await stood()).toHaveTextContent('2 differences to nowNameStagingnow the same again');
    expect(await stood()).toHaveTextContent('TOKENencryptednow set again');
    expect(now()).toBe(`${address}?at=2026-11-01T10%3A00%3A00.000Z`);
    await press('Back to now');
    expect(now()).toBe(address);
  });

  it('restores an earlier version for a reason, as nobody else has changed it since', async () => {
    const answer = { id: 'e1', revision: '8', position: positionAt(50) };
    const { sent, address: now } = open({ 'POST /environments/e1/restore': answer });
    await press('Version 2');
    await press('Restore version 2');
    await press('Restore');
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await retype(/^Reason/, 'It worked');
    await press('Restore');
    await waitFor(() => expect(now()).toBe(address));
    const request = sent.find(({ method }) => method === 'POST');
    expect(request).toMatchObject({ body: { revision: '3', reason: 'It worked' }, headers: { 'If-Match': '5' } });
  });

  it('can be read by a USER, who restores nothing', async () => {
    open({}, `${address}?at=2026-11-02T12:00:00Z`, 'USER');
    expect(await screen.findByText('version 2 of 3')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore version 2' })).toBeNull();
  });

  it("says 'No audit trail available for this item.' where there is none", async () => {
    open({ 'GET /environments/e1/auditTrail': [] });
    expect(await screen.findByText('No audit trail available for this item.')).toBeVisible();
  });
});
