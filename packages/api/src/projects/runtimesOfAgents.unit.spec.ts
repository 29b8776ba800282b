import type { AgentView, ProjectProposal } from '@assay/contract';
import { withRuntimesOf } from './runtimesOfAgents.ts';

const node22 = {
  name: 'Node' as const,
  asked: '22',
  ranges: ['22'],
  file: '.nvmrc',
  line: 1,
  used: null,
  missing: null,
};
const proposals = [{ runtimes: [node22] } as ProjectProposal];
const agent = (capabilities: Partial<AgentView['capabilities']>, status: AgentView['status'] = 'Running') => ({
  status,
  capabilities: { chrome: null, nodejs: '20.20.2', python: null, java: null, dotnet: null, ...capabilities },
});
const runtimeFor = (...agents: ReturnType<typeof agent>[]) => withRuntimesOf(agents, proposals)[0]?.runtimes[0];

describe('versions that proposals ask for, and agents', () => {
  it('fit where an agent has them by a version manager', () => {
    expect(runtimeFor(agent({ nodeVersions: ['22.14.0', '22.3.0'] }))).toMatchObject({
      used: '22.14.0',
      missing: null,
    });
  });

  it('are missing where running agents have others', () => {
    const missing = '.nvmrc asks for Node 22, the agent has 20.20.2, 18.1.0.';
    expect(runtimeFor(agent({ nodeVersions: ['18.1.0'] }))).toMatchObject({ used: null, missing });
    expect(runtimeFor(agent({}), agent({ nodejs: null }))).toMatchObject({
      missing: '.nvmrc asks for Node 22, the agents have 20.20.2.',
    });
  });

  it('are unknown without a running agent, or where tests run in images', () => {
    expect(runtimeFor()).toEqual(node22);
    expect(runtimeFor(agent({}, 'Exited'))).toEqual(node22);
    expect(runtimeFor(agent({ nodejs: null, containers: 'docker 27' }))).toEqual(node22);
    expect(runtimeFor(agent({}), agent({ containers: 'docker 27' }))).toEqual(node22);
  });
});
