import type {
  AccountId,
  EnvironmentId,
  PipelineStageId,
  ProjectId,
  RunnerPoolId,
  TestSuiteId,
  UserId,
} from '@assay/contract';
import {
  accountDecider,
  environmentDecider,
  pipelineStageDecider,
  projectDecider,
  runnerPoolDecider,
  testSuiteDecider,
  userDecider,
} from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import { isSameName, type ReservedName } from './reservedName.ts';

/** Between taking a name and using it lies one request; one that has not used it by then never will. */
const longestMs = 10 * 60_000;

type Named = { status: string; name?: string; key?: string };

/** What goes by names of its own, by the category of its streams; null for what is not there. */
const owners: Record<string, (eventLog: EventLog, id: string) => Promise<Named | null>> = {
  project: async ({ load }, id) => (await load(projectDecider, id as ProjectId)).state,
  environment: async ({ load }, id) => (await load(environmentDecider, id as EnvironmentId)).state,
  testSuite: async ({ load }, id) => (await load(testSuiteDecider, id as TestSuiteId)).state,
  runnerPool: async ({ load }, id) => (await load(runnerPoolDecider, id as RunnerPoolId)).state,
  pipelineStage: async ({ load }, id) => (await load(pipelineStageDecider, id as PipelineStageId)).state,
};
/** What keeps its name for good, once it is there. */
const keepers: Record<string, (eventLog: EventLog, id: string) => Promise<boolean>> = {
  account: async ({ load }, id) => (await load(accountDecider, id as AccountId)).state.exists,
  user: async ({ load }, id) => (await load(userDecider, id as UserId)).state.exists,
};

async function goesByName(eventLog: EventLog, stream: string, { kind, value }: ReservedName): Promise<boolean> {
  const dash = stream.indexOf('-');
  const [category, id] = [stream.slice(0, dash), stream.slice(dash + 1)];
  if (keepers[category]) return keepers[category](eventLog, id);
  // Of the content of an upload its run makes sure itself: it is gone on with, however long ago it was begun.
  if (!owners[category]) return true;
  const owner = await owners[category](eventLog, id);
  const own = kind === 'projectKey' || kind === 'environmentKey' ? owner?.key : owner?.name;
  return owner?.status === 'active' && own !== undefined && isSameName(own, value);
}

/**
 * Whether whoever holds the name has no use for it and never will: the process that took it ended before it made or
 * renamed what was to have it, or before it gave the name back.
 * @param heldSince when the name was taken
 */
export async function isNameLeftOver(
  eventLog: EventLog,
  name: ReservedName,
  holder: { ownerStream: string; heldSince: Date },
): Promise<boolean> {
  if (Date.now() - holder.heldSince.getTime() < longestMs) return false;
  return !(await goesByName(eventLog, holder.ownerStream, name));
}
