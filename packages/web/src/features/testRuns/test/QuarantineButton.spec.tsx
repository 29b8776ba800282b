import type { ProjectId, TestId } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt } from '../../../testSupport/views.ts';
import { QuarantineButton } from './QuarantineButton.tsx';
import { QuarantineNote } from './QuarantineNote.tsx';

const test = { projectId: 'p1' as ProjectId, testId: 't1' as TestId, quarantined: false };

describe('a quarantine', () => {
  const people = [{ id: 'role-grace', user: { id: 'grace', fullName: 'Grace Hopper', email: 'grace@example.com' } }];
  const dayMs = 86_400_000;

  it('has a reason, an end and an owner', async () => {
    const user = userEvent.setup();
    const page = makePage({
      'GET /projects/p1/quarantined-tests': [],
      'GET /user-roles': people,
      'PUT /projects/p1/tests/t1/quarantine': { id: 'p1', revision: '1', position: positionAt(40) },
    });
    renderOn(page, <QuarantineButton test={test} />);
    await user.click(await screen.findByRole('button', { name: 'Quarantine' }));
    await user.type(await screen.findByLabelText('Reason'), 'fails at night');
    await user.click(screen.getByRole('combobox', { name: 'Owner' }));
    await user.click(await screen.findByRole('option', { name: 'Grace Hopper' }));
    await user.click(screen.getByRole('button', { name: 'Quarantine test' }));
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'PUT')).toBe(true));
    const body = page.sent.find(({ method }) => method === 'PUT')?.body as { until: string };
    expect(body).toMatchObject({ reason: 'fails at night', ownerUserId: 'grace' });
    const days = (Date.parse(body.until) - Date.now()) / dayMs;
    expect(Math.round(days)).toBe(14);
  });

  it('says from when and until when it counts, and is given more time', async () => {
    const until = new Date(Date.now() + 2.5 * dayMs).toISOString();
    const quarantined = {
      id: 't1',
      projectId: 'p1',
      quarantined: true,
      quarantinedAt: '2026-11-20T10:00:00Z',
      quarantinedByEmail: 'ada@example.com',
      quarantineReason: 'fails at night',
      quarantinedUntil: until,
      quarantineOwner: { id: 'grace', fullName: 'Grace Hopper', email: 'grace@example.com' },
    };
    const page = makePage({
      'GET /projects/p1/quarantined-tests': [quarantined],
      'PUT /projects/p1/tests/t1/quarantine': { id: 'p1', revision: '1', position: positionAt(40) },
    });
    renderOn(page, <QuarantineNote test={test} />);
    const note = await screen.findByRole('region', { name: 'Quarantine' });
    expect(note).toHaveTextContent('from the next run');
    expect(note).toHaveTextContent('3 days left');
    expect(note).toHaveTextContent('Owner: Grace Hopper');
    await userEvent.click(screen.getByRole('button', { name: 'Extend by 7 days' }));
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'PUT')).toBe(true));
    const sent = page.sent.find(({ method }) => method === 'PUT')?.body as { until: string };
    expect(Date.parse(sent.until) - Date.parse(until)).toBe(7 * dayMs);
  });
});

describe('the reason of a quarantine', () => {
  it.each(['{Escape}', 'a click elsewhere'])('is closed by %s', async (way) => {
    const user = userEvent.setup();
    const page = makePage({ 'GET /projects/p1/quarantined-tests': [] });
    renderOn(page, <QuarantineButton test={test} />);
    await user.click(await screen.findByRole('button', { name: 'Quarantine' }));
    await screen.findByLabelText('Reason');
    await (way === '{Escape}' ? user.keyboard(way) : user.click(document.body));
    await waitFor(() => expect(screen.queryByLabelText('Reason')).not.toBeInTheDocument());
  });
});
