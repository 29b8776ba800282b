import { type AgentId, agentProtocol, agentProtocolCalls } from '@assay/contract';
import { type AgentState, agentDecider } from '@assay/domain';
import type { ClaimedUnit } from '@assay/operations';
import type { Api } from '../api.ts';
import { route } from '../http/route.ts';
import { assignUnit } from './assignUnit.ts';
import { bringAgentBack } from './bringAgentBack.ts';
import { claimerOf } from './claimerOf.ts';
import { requireOwnAgent } from './requireOwnAgent.ts';
import { readPublicKey } from './sealVariables.ts';

/** Work is looked for again this often without a notice, for one that was lost on the way. */
const lookAgainMs = 2_000;
/** An agent that another process told to stop may be given a unit for so long: it gives that back with the others. */
const knownForMs = 1_000;

/** Resolves on a notice, after some time, or on the signal, whichever comes first. */
async function noticeOrTime(notice: Promise<void>, milliseconds: number, signal: AbortSignal): Promise<void> {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const timer = setTimeout(end, milliseconds);
  signal.addEventListener('abort', end, { once: true });
  await Promise.race([notice, over]);
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
}

/** Waits until there is work for the agent, its time is over, it has gone away, or this process stops. */
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
    await noticeOrTime(notice, Math.min(left, lookAgainMs), end);
    if (end.aborted) return { units: [], waited };
  }
}

function isAtWork(agent: AgentState): boolean {
  return (agent.status === 'running' || agent.status === 'draining') && agent.replacedById === null;
}

/**
 * Whether the agent may be given work. It may have taken its leave or fallen silent while its claim waited, which the
 * connection may not tell; or it has been told to stop, or to make room for another. One that was at work when it asked
 * and was given work at once is not looked up again.
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
    // Asked anew at each look: a pool may be made, or grow, while the claim waits.
    const claimer = async () => ({ ...(await claimerOf(api, { agentId, accountId, facts })), slots });
    const waitMs = Math.min(body.waitSeconds, agentProtocol.claimWaitSeconds) * 1000;
    const { units, waited } = await findWork(api, claimer, waitMs, gone);
    if (units.length > 0 && (gone.aborted || !(await mayWork(api, agentId, agent, waited)))) {
      // Nobody would hear of these: without this they would lie idle until their leases run out.
      for (const unit of units) await api.operations.workQueue.returnToReady(unit._id);
      return { assignments: [] };
    }
    // It is now that the work is taken, however long the claim has waited.
    const now = { ...context, occurredAt: new Date().toISOString() };
    const assigned = await Promise.all(units.map((unit) => assignUnit(api, unit, publicKey, now)));
    return { assignments: assigned.filter((assignment) => assignment !== null) };
  },
);
