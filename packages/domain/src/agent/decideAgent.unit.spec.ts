import type { AgentId } from '@assay/contract';
import type { AgentEvent } from '@assay/event-schemas';
import { given } from '../../test/decisionOf.ts';
import { agentDecider } from './decideAgent.ts';

const agentId = 'agent-1' as AgentId;
const facts = { agentId, name: 'build-1', os: 'LINUX' as const, capacity: 4, version: '0.1.0' };
const registered: AgentEvent = { type: 'AgentRegistered', data: facts };
const exited: AgentEvent = { type: 'AgentExited', data: { agentId, reason: 'silent' } };
const agent = (...events: AgentEvent[]) => given(agentDecider, ...events);

describe('an agent', () => {
  it('registers the first time, and saying the same again changes nothing', () => {
    agent().when({ type: 'registerAgent', facts }).gives(registered);
    agent(registered).when({ type: 'registerAgent', facts }).gives();
  });

  it('is back when it registers after it was gone, or with something else to offer', () => {
    agent(registered, exited).when({ type: 'registerAgent', facts }).gives({ type: 'AgentReturned', data: facts });
    const larger = { ...facts, capacity: 8 };
    agent(registered).when({ type: 'registerAgent', facts: larger }).gives({ type: 'AgentReturned', data: larger });
  });

  it('is gone once, and is not found before it registered', () => {
    agent(registered).when({ type: 'exitAgent', reason: 'silent' }).gives(exited);
    agent(registered, exited).when({ type: 'exitAgent', reason: 'stopped' }).gives();
    agent().when({ type: 'exitAgent', reason: 'stopped' }).refuses('agent.notFound');
  });
});
