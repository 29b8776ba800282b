import {
  type AccountId,
  type AgentId,
  type AgentView,
  agentVersion,
  byName,
  type EmployeeAgentView,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findPersons } from '../people/findPeople.ts';
import type { AgentDocument } from './agents.ts';

/** @param accountId whose work is shown; null: everybody's */
function viewOf(document: AgentDocument, accountId: AccountId | null): AgentView {
  const { agentId: id, name, os, status, capacity, version: shortVersion, capabilities } = document;
  const { pool, replacedById, createdAt, updatedAt, position } = document;
  const work = accountId === null ? Object.values(document.work) : [document.work[accountId]].filter((one) => !!one);
  const nonExitedRunners = work.reduce((sum, one) => sum + one.nonExitedRunners, 0);
  const completed = work.flatMap((one) => one.lastTestRunCompletedAt ?? []);
  const lastTestRunCompletedAt = completed.sort().at(-1) ?? null;
  return {
    id,
    name,
    os,
    status,
    capacity,
    pool,
    replacedById,
    nonExitedRunners,
    shortVersion,
    outdated: status !== 'Exited' && shortVersion !== agentVersion,
    capabilities,
    createdAt,
    updatedAt,
    lastTestRunCompletedAt,
    availableDiskSpace: null,
    idleReason: null,
    position,
  };
}

/** The account's own agents and those of the installation, which work for every account; of their work only its own. */
export async function findAgents(collections: Collections, accountId: AccountId): Promise<AgentView[]> {
  const found = (await collections.agents.find({ accountId: { $in: [accountId, null] } }).toArray()).sort(byName);
  return found.map((document) => viewOf(document, accountId));
}

/** Every agent with its account; null: it belongs to the installation. */
export async function findAllAgents(
  collections: Collections,
): Promise<(AgentView & Pick<EmployeeAgentView, 'accountId' | 'departure'>)[]> {
  const found = (await collections.agents.find().toArray()).sort(byName);
  const persons = await findPersons(
    collections,
    found.flatMap(({ departure }) => departure?.order?.actor.id ?? []),
  );
  return found.map((document) => {
    const { accountId, departure } = document;
    const order = departure?.order && {
      kind: departure.order.kind,
      by: persons.get(departure.order.actor.id)?.fullName ?? null,
      reason: departure.order.reason,
    };
    return { ...viewOf(document, null), accountId, departure: departure && { ...departure, order: order ?? null } };
  });
}

/** @returns the agent, of any account. */
export async function findAgent(collections: Collections, agentId: AgentId): Promise<AgentView | null> {
  const found = await collections.agents.findOne({ _id: agentId });
  return found && viewOf(found, null);
}

/** How many agents run, and how many places they have together. */
export async function countRunningAgents(collections: Collections): Promise<{ running: number; capacity: number }> {
  const running = await collections.agents.find({ status: 'Running' }, { projection: { capacity: 1 } }).toArray();
  return { running: running.length, capacity: running.reduce((sum, { capacity }) => sum + capacity, 0) };
}
