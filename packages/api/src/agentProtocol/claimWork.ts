import { withTimeout } from '@assay/concurrency';
import { type AgentId, agentProtocol, agentProtocolCalls } from '@assay/contract';
import { type AgentState, agentDecider } from '@assay/domain';
import type { ClaimedUnit } from '@assay/operations';
import type { Api } from '../api.ts';
import { route } from '../http/route.ts';
import { assignTrial } from './assignTrial.ts';
import { assignUnit } from './assignUnit.ts';
import { bringAgentBack } from './bringAgentBack.ts';
import { claimerOf } from './claimerOf.ts';
import { requireOwnAgent } from './requireOwnAgent.ts';
import { readPublicKey } from './sealSecret.ts';

/** How often to look for work without a notice, in case one was lost. */
const lookAgainMs = 2_000;
/**
 * For this long, an agent stopped through another process may still be given a unit, which it hands back with the
 * others.
 */
const knownForMs = 1_000;

/** Waits until there is work for the agent, the claim times out, the agent disconnects, or this process stops. */
async function findWork(
  { operations, workNotices, stopping }: Api,
  claimer: () => Promise<Parameters<Api['operations']['workQueue']['claim']>[0]>,
  waitMs: number,
  gone: AbortSignal,
): Promise<{ units: ClaimedUnit[]; waited: boolean }> {
  const until = Date.now() + waitMs;
  for (let waited = false; ; waited = true) {
    const notice = workNotices.next();
    const units = await operations.workQueue.claim(await claimer());
    const left = until - Date.now();
    if (units.length > 0 || left <= 0 || gone.aborted || stopping.aborted) return { units, waited };
    const end = AbortSignal.any([gone, stopping]);
    await withTimeout(notice, Math.min(left, lookAgainMs), end);
    if (end.aborted) return { units: [], waited };
  }
}

function isAtWork(agent: AgentState): boolean {
  return (agent.status === 'running' || agent.status === 'draining') && agent.replacedById === null;
}

/**
 * Whether the agent may be given work. While its claim waited, it may have exited or fallen silent, which the
 * connection does not always show, or been asked to stop or be replaced. An agent that is given work at once is not
 * looked up again.
 */
async function mayWork({ eventLog }: Api, agentId: AgentId, whenAsked: AgentState, waited: boolean): Promise<boolean> {
  if (!waited && isAtWork(whenAsked)) return true;
  return isAtWork((await eventLog.load(agentDecider, agentId)).state);
}

export const claimWork = route(
  agentProtocolCalls.claimWork,
  async ({ api, caller, params: { agentId }, body, context, gone }) => {
    await requireOwnAgent(api, caller, agentId);
    const publicKey = await readPublicKey(body.publicKey);
    const agent = await bringAgentBack(api.eventLog, agentId, context, performance.now() - knownForMs);
    const { facts } = agent;
    const { accountId } = caller;
    const slots = [...new Set(body.slots)];
    // Read every time, because a pool may be created or grow while the claim waits.
    const claimer = async () => ({ ...(await claimerOf(api, { agentId, accountId, facts })), slots });
    const waitMs = Math.min(body.waitSeconds, agentProtocol.claimWaitSeconds) * 1000;
    const { units, waited } = await findWork(api, claimer, waitMs, gone);
    if (units.length > 0 && (gone.aborted || !(await mayWork(api, agentId, agent, waited)))) {
      // Nobody receives these assignments: without this they would be idle until their leases expire.
      for (const unit of units) await api.operations.workQueue.returnToReady(unit._id);
      return { assignments: [] };
    }
    // The work starts now, however long the claim has waited.
    const now = { ...context, occurredAt: new Date().toISOString() };
    const assigned = await Promise.all(
      units.map((unit) =>
        unit.order.trial ? assignTrial(api, unit, facts.name, publicKey) : assignUnit(api, unit, publicKey, now),
      ),
    );
    return { assignments: assigned.filter((assignment) => assignment !== null) };
  },
);
