import { PostLogChunkAnswer, PostLogChunkRequest, topics } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { accountOfWork } from './accountOfWork.ts';
import { AgentParams } from './agentParams.ts';
import { requireOwnAgent } from './requireOwnAgent.ts';

export const postLogChunk = route({
  method: 'POST',
  url: '/agents/:agentId/logs',
  summary: 'A piece of a log of a run that the agent works on or has worked on',
  permission: 'agent',
  params: AgentParams,
  body: PostLogChunkRequest,
  // A chunk of 256 KiB, each character of which JSON may write with six.
  bodyLimit: 2 * 1024 * 1024,
  answer: PostLogChunkAnswer,
  handle: async ({ api, caller, params: { agentId }, body: { testRunId, log, offset, text } }) => {
    await requireOwnAgent(api, caller, agentId);
    const accountId = await accountOfWork(api, agentId, { testRunId, log });
    if (accountId === null) throw new ApiError('notFound');
    const { logs, changeFeed } = api.operations;
    const appended = await logs.append({ accountId, testRunId, log, offset, text });
    if ('gapAt' in appended) throw new ApiError('log.gap', { nextOffset: appended.gapAt });
    await changeFeed.publish([{ accountId, topic: topics.testRunLogs(testRunId), ids: [log], position: null }]);
    return appended;
  },
});
