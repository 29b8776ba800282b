import type {
  AccountId,
  AgentId,
  EnvironmentId,
  ProblemPost,
  ProjectTrialId,
  ProjectTrialPhase,
  ProjectTrialReport,
  ProjectTrialState,
} from '@assay/contract';
import type { Binary, Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import type { KeyRing } from '../keys/keyRing.ts';
import { openWrappedThings, wrappedKinds } from '../keys/wrappedThings.ts';

const keptMs = 24 * 3_600_000;

export type ProjectTrialRow = {
  _id: ProjectTrialId;
  accountId: AccountId;
  /** The person or the API key that began it. */
  startedBy: string;
  environmentId: EnvironmentId | null;
  state: ProjectTrialState;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  agent: { id: AgentId; name: string } | null;
  phases: ProjectTrialPhase[];
  log: string;
  found: ProjectTrialReport['found'];
  problem: ProblemPost | null;
  /** The URL with its user and password, encrypted under the master key, until the trial ends; null: it has none. */
  secretUrl: Binary | null;
  expiresAt: Date;
};

export type NewProjectTrial = Pick<ProjectTrialRow, '_id' | 'accountId' | 'startedBy' | 'environmentId'> & {
  /** With user and password; null: it has none. */
  secretUrl: string | null;
};

/**
 * Trials of settings: who works on them, and what came of them. They are no facts about a project, so they are not in
 * the log, and are forgotten after a day. The work itself is handed out by the work queue.
 */
export type ProjectTrials = {
  begin(trial: NewProjectTrial): Promise<void>;
  find(id: ProjectTrialId): Promise<ProjectTrialRow | null>;
  /** @returns the trials that somebody has not seen the end of. */
  openOf(accountId: AccountId, startedBy: string): Promise<ProjectTrialRow[]>;
  /** An agent begins with it. @returns null when it has ended, or another agent has it. */
  take(id: ProjectTrialId, agent: { id: AgentId; name: string }): Promise<ProjectTrialRow | null>;
  /** Takes what the agent reports, which may end it. @returns null when it has ended, or is not this agent's. */
  report(id: ProjectTrialId, agentId: AgentId, report: ProjectTrialReport): Promise<ProjectTrialRow | null>;
  /** @returns null when it has ended before */
  end(id: ProjectTrialId, state: 'failed' | 'canceled', problem: ProblemPost | null): Promise<ProjectTrialRow | null>;
  /** @returns what waits since then, or is worked on since then. */
  overdue(waitingSince: Date, workingSince: Date): Promise<ProjectTrialRow[]>;
  /** @returns the URL with its user and password; null: it has none. */
  secretUrlOf(trial: Pick<ProjectTrialRow, '_id' | 'secretUrl'>): Promise<string | null>;
};

const open = { $in: ['waiting', 'working'] as ProjectTrialState[] };

export async function openProjectTrials(db: Db, ring: KeyRing, now: Clock): Promise<ProjectTrials> {
  const rows = db.collection<ProjectTrialRow>(wrappedKinds.projectTrials.collection);
  const secretUrls = openWrappedThings(db, ring, wrappedKinds.projectTrials);
  await rows.createIndexes([
    { key: { accountId: 1, startedBy: 1 } },
    { key: { state: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ]);

  return {
    async begin({ secretUrl, ...trial }) {
      const row = {
        ...trial,
        state: 'waiting' as const,
        createdAt: now(),
        startedAt: null,
        endedAt: null,
        agent: null,
        phases: [],
        log: '',
        found: null,
        problem: null,
        expiresAt: after(now(), keptMs),
      };
      if (secretUrl === null) await rows.insertOne({ ...row, secretUrl });
      else {
        await secretUrls.storing(trial._id, Buffer.from(secretUrl), (wrapped) =>
          rows.insertOne({ ...row, secretUrl: wrapped }),
        );
      }
    },

    find: (_id) => rows.findOne({ _id }),
    openOf: (accountId, startedBy) => rows.find({ accountId, startedBy, state: open }).toArray(),

    take: (_id, agent) =>
      rows.findOneAndUpdate(
        { _id, state: 'waiting' },
        { $set: { state: 'working', startedAt: now(), agent } },
        { returnDocument: 'after' },
      ),

    async report(_id, agentId, { phases, log, found, problem }) {
      const end =
        found || problem
          ? { state: found ? ('listed' as const) : ('failed' as const), endedAt: now(), secretUrl: null }
          : {};
      return rows.findOneAndUpdate(
        { _id, state: 'working', 'agent.id': agentId },
        { $set: { phases, log, found, problem, ...end } },
        { returnDocument: 'after' },
      );
    },

    end: (_id, state, problem) =>
      rows.findOneAndUpdate(
        { _id, state: open },
        { $set: { state, problem, endedAt: now(), secretUrl: null } },
        { returnDocument: 'after' },
      ),

    overdue: (waitingSince, workingSince) =>
      rows
        .find({
          $or: [
            { state: 'waiting', createdAt: { $lte: waitingSince } },
            { state: 'working', startedAt: { $lte: workingSince } },
          ],
        })
        .toArray(),

    secretUrlOf: async ({ _id, secretUrl }) =>
      secretUrl === null ? null : (await secretUrls.open(_id, secretUrl)).toString(),
  };
}
