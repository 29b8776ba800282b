import { screen } from '@testing-library/react';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { agentView } from '../../testSupport/views.ts';
import { AgentsScreen } from './AgentsScreen.tsx';

const agent = agentView({ idleReason: 'Idle: no run waits for a runner.' });

describe('the agents', () => {
  it('say why they have nothing to do', async () => {
    const busy = { ...agent, id: 'a2', name: 'busy builder', nonExitedRunners: 1, idleReason: null };
    renderOn(makePage({ 'GET /agents': [agent, busy], 'GET /agent-tokens': [] }), <AgentsScreen />);
    expect(await screen.findByRole('row', { name: /^Running builder Idle: no run waits for a runner/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /busy builder/ })).not.toHaveTextContent('Idle');
  });

  it('are never busier than they have slots, also while slots alternate between runs', async () => {
    const busy = { ...agent, capacity: 2, nonExitedRunners: 5 };
    renderOn(makePage({ 'GET /agents': [busy], 'GET /agent-tokens': [] }), <AgentsScreen />);
    expect(await screen.findByRole('row', { name: /^Running builder/ })).toHaveTextContent('2 of 2');
  });

  it('say which of them do not keep tests apart', async () => {
    const { sandbox: _, ...capabilities } = agent.capabilities;
    const open = { ...agent, id: 'a2', name: 'open builder', capabilities };
    renderOn(makePage({ 'GET /agents': [agent, open], 'GET /agent-tokens': [] }), <AgentsScreen />);
    expect(await screen.findByRole('row', { name: /open builder/ })).toHaveTextContent('not isolated');
    expect(screen.getByRole('row', { name: /^Running builder/ })).not.toHaveTextContent('not isolated');
  });

  it('say which way of isolating tests a machine has in vain', async () => {
    const isolationDefect = 'podman 5.2.2 answers, but cannot start containers (no permission)';
    const confined = { ...agent, id: 'a2', name: 'confined', capabilities: { ...agent.capabilities, isolationDefect } };
    renderOn(makePage({ 'GET /agents': [agent, confined], 'GET /agent-tokens': [] }), <AgentsScreen />);
    const row = await screen.findByRole('row', { name: /^Running confined/ });
    expect(row).toHaveTextContent(`Isolation: ${isolationDefect}.`);
    expect(row).not.toHaveTextContent('not isolated');
    expect(screen.getByRole('row', { name: /^Running builder/ })).not.toHaveTextContent('Isolation:');
  });
});
