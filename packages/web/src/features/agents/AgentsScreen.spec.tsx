import type { AgentView } from '@assay/contract';
import { screen } from '@testing-library/react';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { positionAt } from '../../testSupport/views.ts';
import { AgentsScreen } from './AgentsScreen.tsx';

const agent: AgentView = {
  id: 'a1' as AgentView['id'],
  name: 'builder',
  os: 'LINUX',
  status: 'Running',
  capacity: 2,
  pool: null,
  nonExitedRunners: 0,
  shortVersion: '0.1.0',
  outdated: false,
  capabilities: { chrome: null, nodejs: '20.20.2', python: null, java: null, dotnet: null, sandbox: 'bubblewrap' },
  idleReason: 'Idle: no run waits for a runner.',
  replacedById: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
  lastTestRunCompletedAt: null,
  availableDiskSpace: null,
  position: positionAt(1),
};

describe('the agents', () => {
  it('say why they have nothing to do', async () => {
    const busy = { ...agent, id: 'a2', name: 'busy builder', nonExitedRunners: 1, idleReason: null };
    renderOn(makePage({ 'GET /agents': [agent, busy], 'GET /agent-tokens': [] }), <AgentsScreen />);
    expect(await screen.findByRole('row', { name: /^Running builder Idle: no run waits for a runner/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /busy builder/ })).not.toHaveTextContent('Idle');
  });
});
