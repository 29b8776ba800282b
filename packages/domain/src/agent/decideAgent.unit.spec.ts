import type { AgentId } from '@assay/contract';
import type { AgentEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { agentDecider } from './decideAgent.ts';

const agentId = 'agent-1' as AgentId;
const capabilities = { chrome: '156.0', nodejs: '20.20.2', python: null, java: null, dotnet: null };
const facts = {
  agentId,
  name: 'build-1',
  os: 'LINUX' as const,
  capacity: 4,
  pool: null,
  version: '0.1.0',
  capabilities,
};
const registered: AgentEvent = { type: 'AgentRegistered', data: facts };
const lastSeenAt = '2026-11-26T14:05:00.000Z';
const silence = { type: 'exitAgent' as const, reason: 'silent' as const, lastSeenAt };
const exited: AgentEvent = { type: 'AgentExited', data: { agentId, reason: 'silent', lastSeenAt } };
const agent = (...events: AgentEvent[]) => given(agentDecider, ...events);

describe('an agent', () => {
  it('registers once; repeating the same registration changes nothing', () => {
    agent().when({ type: 'registerAgent', facts }).gives(registered);
    agent(registered).when({ type: 'registerAgent', facts }).gives();
  });

  it('returns when it registers after it exited, or with other capabilities', () => {
    agent(registered, exited).when({ type: 'registerAgent', facts }).gives({ type: 'AgentReturned', data: facts });
    const newer = { ...facts, capabilities: { ...capabilities, python: '3.11.7' } };
    agent(registered).when({ type: 'registerAgent', facts: newer }).gives({ type: 'AgentReturned', data: newer });
    const contained = { ...facts, capabilities: { ...capabilities, containers: 'docker 27.3.1' } };
    agent(registered)
      .when({ type: 'registerAgent', facts: contained })
      .gives({ type: 'AgentReturned', data: contained });
    const pooled = { ...facts, pool: 'Large' };
    agent(registered).when({ type: 'registerAgent', facts: pooled }).gives({ type: 'AgentReturned', data: pooled });
    const { pool: _, ...poolless } = facts;
    agent(registered).when({ type: 'registerAgent', facts: poolless }).gives();
    const larger = { ...facts, capacity: 8 };
    agent(registered).when({ type: 'registerAgent', facts: larger }).gives({ type: 'AgentReturned', data: larger });
  });

  it('drains once, then exits or falls silent, and takes work again when it registers again', () => {
    const draining: AgentEvent = { type: 'AgentDrainingStarted', data: { agentId } };
    agent(registered).when({ type: 'drainAgent' }).gives(draining);
    agent(registered, draining).when({ type: 'drainAgent' }).gives();
    agent(registered, draining).when(silence).gives(exited);
    agent(registered, draining).when({ type: 'registerAgent', facts }).gives({ type: 'AgentReturned', data: facts });
    agent(registered, exited).when({ type: 'drainAgent' }).gives();
  });

  it('is asked to stop once, and may be started again afterwards', () => {
    const staffReason = 'Ticket 4077: old kernel';
    const stop: AgentEvent = { type: 'AgentStopRequested', data: { agentId, staffReason } };
    agent(registered).when({ type: 'stopAgent', staffReason }).gives(stop);
    agent(registered, stop).when({ type: 'stopAgent', staffReason }).gives();
    agent(registered, exited).when({ type: 'stopAgent', staffReason }).gives();
    agent().when({ type: 'stopAgent', staffReason }).refuses('agent.notFound');
    agent(registered, stop).when({ type: 'registerAgent', facts }).gives({ type: 'AgentReturned', data: facts });
  });

  it('is replaced once, and stays replaced even if it comes back', () => {
    const replacedById = 'agent-2' as AgentId;
    const staffReason = 'Ticket 4112: its disk is full';
    const replace = { type: 'replaceAgent' as const, replacedById, staffReason };
    const replaced: AgentEvent = { type: 'AgentReplaced', data: { agentId, replacedById, staffReason } };
    agent(registered).when(replace).gives(replaced);
    agent(registered, replaced).when(replace).refuses('agent.replaced');
    agent(registered, replaced, exited, { type: 'AgentReturned', data: facts }).when(replace).refuses('agent.replaced');
    agent(registered, exited).when(replace).refuses('agent.exited');
    agent().when(replace).refuses('agent.notFound');
  });

  it('exits once, and is not found before it registers', () => {
    agent(registered).when(silence).gives(exited);
    const ended: AgentEvent = { type: 'AgentExited', data: { agentId, reason: 'stopped', lastSeenAt: null } };
    agent(registered).when({ type: 'exitAgent', reason: 'stopped' }).gives(ended);
    agent(registered, exited).when({ type: 'exitAgent', reason: 'stopped' }).gives();
    agent().when({ type: 'exitAgent', reason: 'stopped' }).refuses('agent.notFound');
  });
});
