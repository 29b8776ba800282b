import type { AgentId, EmployeeAgentView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter } from '../testSupport/retype.ts';
import { done, showStaff } from '../testSupport/staffConsole.tsx';
import { positionAt } from '../testSupport/views.ts';

describe('the agents of every account', () => {
  const agent = {
    id: 'agent-a' as AgentId,
    name: 'agent-02',
    os: 'LINUX',
    status: 'Running',
    capacity: 2,
    pool: null,
    cluster: 'eu-1',
    serverId: 'agent-02',
    accountId: null,
    departure: null,
    nonExitedRunners: 1,
    shortVersion: '0.9.4',
    outdated: false,
    capabilities: { chrome: null, nodejs: null, python: null, java: null, dotnet: null },
    idleReason: null,
    replacedById: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    lastTestRunCompletedAt: null,
    availableDiskSpace: 61 * 1024 ** 3,
    data: { availableDiskSpace: 61 * 1024 ** 3, diskSize: 100 * 1024 ** 3, currentRunners: 1 },
    position: positionAt(1),
  } satisfies EmployeeAgentView;

  it('may be none', async () => {
    showStaff('/employee/agents', { 'GET /employee/agents': [] });
    expect(await screen.findByText('No Agents Exist')).toBeVisible();
  });

  it('are filtered by cluster, in the address, with what is free of their disks', async () => {
    const full = { availableDiskSpace: 4 * 1024 ** 3, diskSize: 100 * 1024 ** 3, currentRunners: 0 };
    const other = { ...agent, id: 'agent-b' as AgentId, name: 'agent-03', cluster: null, data: full };
    const { address } = showStaff('/employee/agents', { 'GET /employee/agents': [agent, other] });
    const rows = async () => (await screen.findAllByRole('row', { name: /agent-0/ })).map((row) => row.textContent);
    // What needs attention first, with the reason below.
    expect(await rows()).toEqual([expect.stringContaining('agent-03'), expect.stringContaining('agent-02')]);
    expect(screen.getByText('Only 4% of the disk is free')).toBeVisible();
    expect(screen.getByTitle('61.0 GB of 100 GB free')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cluster' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'eu-1' }));
    await waitFor(() => expect(address()).toBe('/employee/agents?cluster=eu-1'));
    expect(await rows()).toEqual([expect.stringContaining('agent-02')]);
  });

  it('say why they are gone or take no more work', async () => {
    const since = '2026-03-01T12:00:00.000Z';
    const begun = { since, order: null, exitedAt: null, isLost: false, lastSeenAt: null };
    const stop = { kind: 'stop' as const, by: 'Grace Hopper', reason: 'Ticket 4077' };
    const departures: EmployeeAgentView['departure'][] = [
      { ...begun, exitedAt: since, isLost: true, lastSeenAt: '2026-03-01T11:59:15.000Z' },
      { ...begun, exitedAt: since, order: stop },
      { ...begun, exitedAt: since },
      { ...begun, order: { ...stop, kind: 'replace' } },
      begun,
    ];
    const agents = departures.map((departure, place) => ({
      ...agent,
      id: `agent-${place}` as AgentId,
      status: departure?.exitedAt ? ('Exited' as const) : ('Draining' as const),
      departure,
    }));
    showStaff('/employee/agents', { 'GET /employee/agents': agents });
    const wanted = [
      /^lost 03\/01\/26 .*: no heartbeat for 45 s$/,
      /^stopped 03\/01\/26 .* by Grace Hopper, “Ticket 4077”$/,
      /^exited 03\/01\/26 .*: ended on its machine$/,
      /^being replaced since 03\/01\/26 .* by Grace Hopper, “Ticket 4077” · 1 runner left$/,
      /^draining since 03\/01\/26 .* · 1 runner left$/,
    ];
    for (const text of wanted) expect(await screen.findByText(text)).toBeVisible();
  });

  it('are stopped for a reason, and replaced unless they were', async () => {
    const replaced = { ...agent, id: 'agent-b' as AgentId, name: 'agent-03', replacedById: agent.id };
    const { sent } = showStaff('/employee/agents', {
      'GET /employee/agents': [agent, { ...replaced, status: 'Deprecated' }],
      'DELETE /employee/agents/agent-a': () => ({ ...done, status: 200 }),
    });
    expect(await screen.findByRole('row', { name: /Running agent-02.*eu-1 · linux 0\.9\.4 1 of 2/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Replace agent-02' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop agent-03' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Replace agent-03' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Stop agent-02' }));
    const form = within(await screen.findByRole('form', { name: 'Stop agent-02' }));
    await enter(form.getByLabelText(/^Reason/), 'Ticket 4077');
    await userEvent.click(form.getByRole('button', { name: 'Stop agent-02' }));
    await waitFor(() =>
      expect(sent('DELETE')).toMatchObject([{ path: '/employee/agents/agent-a?reason=Ticket+4077' }]),
    );
  });
});
