import { agentProtocolCalls, topics } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { accountOfWork } from './accountOfWork.ts';
import { projectOfRun } from './projectOfRun.ts';
import { requireOwnAgent } from './requireOwnAgent.ts';

export const postLogChunk = route(
  agentProtocolCalls.postLogChunk,
  async ({ api, caller, params: { agentId }, body: { testRunId, log, offset, text } }) => {
    await requireOwnAgent(api, caller, agentId);
    const accountId = await accountOfWork(api, agentId, { testRunId, log });
    if (accountId === null) throw new ApiError('notFound');
    const { logs, changeFeed } = api.operations;
    const projectId = await projectOfRun(api, testRunId);
    const appended = await logs.append({ accountId, projectId, testRunId, log, offset, text });
    if ('gapAt' in appended) throw new ApiError('log.gap', { nextOffset: appended.gapAt });
    await changeFeed.publish([{ accountId, topic: topics.testRunLogs(testRunId), ids: [log], position: null }]);
    return appended;
  },
);
