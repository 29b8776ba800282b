import {
  type AccountId,
  agentProtocolCalls,
  type BlobId,
  parseLeaseId,
  TestListBlob,
  type TestRunId,
} from '@assay/contract';
import { DomainError, type RecordTestList, testListDecider, testRunDecider, workUnitDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import { Compile } from 'typebox/compile';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import type { AgentCaller } from '../http/callers.ts';
import { route } from '../http/route.ts';
import { projectOfRun } from './projectOfRun.ts';
import { accountOfLease, requireClaimedBy } from './requireOwnAgent.ts';

const testList = Compile(TestListBlob);

async function readTestList({ operations }: Api, blobId: BlobId): Promise<TestListBlob> {
  const content = await operations.blobs.read(blobId);
  if (!content) throw new ApiError('blob.missing');
  let parsed: unknown;
  try {
    parsed = JSON.parse(content.toString('utf8'));
  } catch (cause) {
    throw new ApiError('blob.missing', { message: 'The test list is not JSON.', cause });
  }
  if (!testList.Check(parsed)) {
    const [first] = testList.Errors(parsed);
    const where = first ? `: ${first.instancePath} ${first.message}` : '';
    throw new ApiError('blob.missing', { message: `The test list does not have the agreed form${where}.` });
  }
  return parsed;
}

/** @throws ApiError when the list, or what it names, is not there or was sent by somebody else. */
async function ownTestList(api: Api, { tokenId }: AgentCaller, list: BlobId): Promise<TestListBlob> {
  const { blobUploads } = api.operations;
  if (!(await blobUploads.sentAll(tokenId, [list]))) throw new ApiError('blob.missing');
  const listed = await readTestList(api, list);
  if (listed.found && !(await blobUploads.sentAll(tokenId, [listed.found]))) throw new ApiError('blob.missing');
  return listed;
}

/** Lets the lists stay with the run. @throws ApiError `blob.missing` when one is not there */
async function holdTestList(
  api: Api,
  { accountId, testRunId }: { accountId: AccountId; testRunId: TestRunId },
  lists: readonly BlobId[],
): Promise<void> {
  const { blobs, storage } = api.operations;
  const projectId = await projectOfRun(api, testRunId);
  for (const blobId of lists) {
    // Held before it is looked for; its size is known only then.
    await storage.holdIncoming(blobId);
    const size = await blobs.sizeOf(blobId);
    if (size === null) throw new ApiError('blob.missing');
    await storage.hold({ accountId, projectId, kind: 'details', id: testRunId }, [{ blobId, size }]);
    await storage.haveCome([blobId]);
  }
}

/** Appends the list chunk by chunk; a repeat resumes where an earlier call was cut off. */
async function recordTestList(
  api: Api,
  testRunId: TestRunId,
  { list, listed }: { list: BlobId; listed: TestListBlob },
  context: AppendContext,
): Promise<void> {
  const { state } = await api.eventLog.load(testRunDecider, testRunId);
  if (state.status === 'none') throw new DomainError('testRun.notFound');
  const { projectId, copies } = state.request;
  const command: RecordTestList = { type: 'recordTestList', testRunId, projectId, list, copies, ...listed };
  for (;;) {
    const { events } = await api.eventLog.handle(testListDecider, testRunId, command, context);
    if (events.length === 0 || events.some(({ type }) => type === 'TestListCompleted')) return;
  }
}

export const postTestList = route(
  agentProtocolCalls.postTestList,
  async ({ api, caller, params: { agentId, leaseId }, body, context: agentContext }) => {
    const accountId = await accountOfLease(api, caller, agentId, leaseId);
    const { state: claimed } = await api.eventLog.load(workUnitDecider, leaseId);
    requireClaimedBy(claimed, agentId);
    const { unit, testRunId } = parseLeaseId(leaseId);
    // Only the set-up lists tests.
    if (unit !== 0) throw new ApiError('notFound');
    const context = { ...agentContext, accountId };
    const listed = await ownTestList(api, caller, body.blobId);
    await holdTestList(api, { accountId, testRunId }, [body.blobId, ...(listed.found ? [listed.found] : [])]);
    try {
      await recordTestList(api, testRunId, { list: body.blobId, listed }, context);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'testList.otherList') throw error;
      // A lost set-up had started another list: the first one started is the run's, and is completed.
      const { state } = await api.eventLog.load(testListDecider, testRunId);
      const list = state.list as BlobId;
      await recordTestList(api, testRunId, { list, listed: await readTestList(api, list) }, context);
    }
    return {};
  },
);
