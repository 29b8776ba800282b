import { agentProtocolCalls, type BlobId, parseLeaseId, TestListBlob, type TestRunId } from '@assay/contract';
import { DomainError, type RecordTestList, testListDecider, testRunDecider, workUnitDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import { Compile } from 'typebox/compile';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
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

/** Appends the list chunk by chunk; a repeat resumes where an earlier call was cut off. */
async function recordTestList(api: Api, testRunId: TestRunId, list: BlobId, context: AppendContext): Promise<void> {
  const listed = await readTestList(api, list);
  if (listed.found && !(await api.operations.blobs.has(listed.found))) throw new ApiError('blob.missing');
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
    try {
      await recordTestList(api, testRunId, body.blobId, context);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'testList.otherList') throw error;
      // A lost set-up had started another list: the first one started is the run's, and is completed.
      const { state } = await api.eventLog.load(testListDecider, testRunId);
      await recordTestList(api, testRunId, state.list as BlobId, context);
    }
    return {};
  },
);
