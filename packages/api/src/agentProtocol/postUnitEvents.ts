import {
  type AgentId,
  type ArtifactPost,
  agentProtocolCalls,
  type BlobId,
  type LeaseId,
  parseLeaseId,
  type TestId,
  type UnitEvent,
} from '@assay/contract';
import {
  DomainError,
  type EarlierTries,
  projectTestsDecider,
  type ReportedEvent,
  testRunDecider,
  type WorkUnitCommand,
  workUnitDecider,
} from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import { blobIdOf, type StorageOwner } from '@assay/operations';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { earlierTriesOf } from './earlierTriesOf.ts';
import { projectOfRun } from './projectOfRun.ts';
import { accountOfLease, requireClaimedBy } from './requireOwnAgent.ts';
import { appendsOf, detailsOf, reportedEvents } from './unitReport.ts';

const noTests: ReadonlySet<TestId> = new Set();

/** The tests quarantined now: needed only for discovered tests, since for listed ones it was fixed at the start. */
async function quarantinedNow(
  { eventLog }: Api,
  leaseId: LeaseId,
  events: readonly UnitEvent[],
): Promise<ReadonlySet<TestId>> {
  if (!events.some(({ type }) => type === 'testDiscovered')) return noTests;
  const { state } = await eventLog.load(testRunDecider, parseLeaseId(leaseId).testRunId);
  if (state.status === 'none' || state.request.ignoreQuarantine) return noTests;
  const { state: projectTests } = await eventLog.load(projectTestsDecider, state.request.projectId);
  return projectTests.quarantined;
}

type Part = {
  firstSequence: number;
  events: ReportedEvent[];
  quarantinedInProject: ReadonlySet<TestId>;
  earlier: EarlierTries;
};

/**
 * Whether a part has events that a lost unit's stream lacks. The stream's last fact is the loss itself, which is the
 * agent's own event only if it handed the unit back.
 */
function isNews({ firstSequence, events }: Part, lossAt: number): boolean {
  const atLoss = events[lossAt - firstSequence];
  return firstSequence + events.length - 1 >= lossAt && atLoss?.type !== 'unitHandedBack';
}

/**
 * Appends the new events of a part of a post. An event's sequence is its revision (the claim is 0), so the stream
 * itself shows what is recorded.
 * @returns the stream's revision
 */
async function appendNew(
  { eventLog }: Api,
  { leaseId, agentId }: { leaseId: LeaseId; agentId: AgentId },
  part: Part,
  context: AppendContext,
): Promise<number> {
  let expected = 0;
  try {
    const { revision } = await eventLog.handle(
      workUnitDecider,
      leaseId,
      (state, recorded): WorkUnitCommand | null => {
        requireClaimedBy(state, agentId);
        expected = recorded + 1;
        if (part.firstSequence > expected) throw new DomainError('unit.sequenceGap');
        if (state.status === 'lost' && isNews(part, recorded)) throw new DomainError('unit.lost');
        const events = part.events.slice(expected - part.firstSequence);
        const { quarantinedInProject, earlier } = part;
        return events.length > 0 ? { type: 'reportEvents', events, quarantinedInProject, earlier } : null;
      },
      context,
    );
    return revision;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'unit.sequenceGap') throw error;
    throw new ApiError('unit.sequenceGap', { nextSequence: expected });
  }
}

/**
 * Lets what a post names stay, and only then looks whether it is there: so no fact points at a content that retention has
 * just removed.
 * @throws ApiError `blob.missing` when a content is not there, or was sent by somebody else
 */
async function holdArtifacts(
  { operations: { blobs, blobUploads, storage } }: Api,
  tokenId: string,
  run: Omit<StorageOwner, 'kind'>,
  artifacts: readonly ArtifactPost[],
): Promise<void> {
  const blobIds = artifacts.map(({ blobId }) => blobId);
  if (!(await blobUploads.sentAll(tokenId, blobIds))) throw new ApiError('blob.missing');
  await storage.hold({ ...run, kind: 'attachments' }, artifacts);
  const areThere = await Promise.all([...new Set(blobIds)].map((blobId) => blobs.has(blobId)));
  if (areThere.includes(false)) throw new ApiError('blob.missing');
  await storage.haveCome(blobIds);
}

/** Stores the texts of a post. @returns their blob; null when there are none */
async function storeTexts(
  { operations: { blobs, storage } }: Api,
  run: Omit<StorageOwner, 'kind'>,
  events: readonly UnitEvent[],
): Promise<BlobId | null> {
  const texts = detailsOf(events);
  if (!texts) return null;
  const content = Buffer.from(JSON.stringify(texts));
  await storage.hold({ ...run, kind: 'details' }, [{ blobId: blobIdOf(content), size: content.length }]);
  return (await blobs.put(content)).blobId;
}

export const postUnitEvents = route(
  agentProtocolCalls.postUnitEvents,
  async ({ api, caller, params: { agentId, leaseId }, body, context: agentContext }) => {
    const accountId = await accountOfLease(api, caller, agentId, leaseId);
    const { workQueue } = api.operations;
    const context = { ...agentContext, accountId };
    const { events } = body;
    const named = events.flatMap((event) => (event.type === 'testFinished' ? event.artifacts : []));
    const { testRunId } = parseLeaseId(leaseId);
    const run = { accountId, projectId: await projectOfRun(api, testRunId), id: testRunId };
    // 1. What the facts name, so that no fact points at a missing blob.
    await holdArtifacts(api, caller.tokenId, run, named);
    const details = await storeTexts(api, run, events);
    // 2. The facts.
    const [quarantinedInProject, earlier] = await Promise.all([
      quarantinedNow(api, leaseId, events),
      earlierTriesOf(api.eventLog, leaseId),
    ]);
    let firstSequence = body.firstSequence;
    let revision = 0;
    for (const part of appendsOf(reportedEvents(events, details))) {
      revision = await appendNew(
        api,
        { leaseId, agentId },
        { firstSequence, events: part, quarantinedInProject, earlier },
        context,
      );
      firstSequence += part.length;
    }
    // 3. The queue; also on a repeat, because the first try may have failed before it.
    if (events.some(({ type }) => type === 'unitCompleted')) await workQueue.finishUnit(leaseId);
    if (events.some(({ type }) => type === 'unitHandedBack')) await workQueue.loseUnit(leaseId);
    return { nextSequence: revision + 1 };
  },
);
