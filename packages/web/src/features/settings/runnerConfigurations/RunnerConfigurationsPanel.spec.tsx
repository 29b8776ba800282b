import type { AgentView } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { agentView } from '../../../testSupport/views.ts';
import { RunnerConfigurationsPanel } from './RunnerConfigurationsPanel.tsx';

const configurations = [
  { id: 'WINDOWS', key: 'windows', archived: false },
  { id: 'LINUX', key: 'linux', archived: false },
];
const versions = { chrome: null, nodejs: '20.20.2', python: '3.12.3', java: null, dotnet: null };

const agent = (id: string, change: Partial<AgentView>) =>
  agentView({ id: id as AgentView['id'], name: id, capabilities: versions, ...change });

function show(agents: readonly AgentView[]) {
  const page = makePage({ 'GET /runner-configurations': configurations, 'GET /agents': agents });
  return renderOn(page, <RunnerConfigurationsPanel />);
}

describe('runner configurations', () => {
  it('show the stacks of connected machines by type, with what most runners have as the default', async () => {
    const newer = { ...versions, nodejs: '22.12.0' };
    show([
      agent('one', {}),
      agent('two', { capabilities: newer, capacity: 8 }),
      agent('three', { capacity: 1 }),
      agent('gone', { status: 'Exited', capabilities: { ...versions, nodejs: '18.0.0' } }),
      agent('win', { os: 'WINDOWS', capabilities: { ...versions, chrome: '147.0' } }),
    ]);
    const table = await screen.findByRole('table', { name: 'Test stacks' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Windowsdefault.*20\.20\.2147\.03\.12\.312$/),
      expect.stringMatching(/^Linuxdefault.*22\.12\.0none3\.12\.318$/),
      expect.stringMatching(/^Linux.*20\.20\.2none3\.12\.323$/),
    ]);
  });

  it('say where an agent is added while none is connected', async () => {
    show([]);
    expect(await screen.findByText('No agent is connected')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add an agent' })).toHaveAttribute('href', '/northwind/agents');
  });
});
