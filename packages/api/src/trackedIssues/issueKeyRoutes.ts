import { trackedIssueCalls } from '@assay/contract';
import { DomainError, projectTestsDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { requireProjectTest } from '../projects/requireProjectTest.ts';

const listIssueKeys = route(trackedIssueCalls.listIssueKeys, async ({ caller: { models }, params: { id, testId } }) => {
  const keys = await models.issueKeys(id, testId);
  if (keys === null) throw new DomainError('projectTest.notFound');
  return keys;
});

const addIssueKey = route(
  trackedIssueCalls.addIssueKey,
  async ({ api, caller, params: { id: projectId, testId }, body: { key }, context }) => {
    const { id, file, name } = await requireProjectTest(api, caller, projectId, testId);
    const command = { type: 'addIssueKey' as const, projectId, testId: id, file, name, key };
    return commandAnswer(api.eventLog, await api.eventLog.handle(projectTestsDecider, projectId, command, context));
  },
);

const removeIssueKey = route(
  trackedIssueCalls.removeIssueKey,
  async ({ api, caller, params: { id: projectId, testId }, query: { key }, context }) => {
    const { id } = await requireProjectTest(api, caller, projectId, testId);
    const command = { type: 'removeIssueKey' as const, projectId, testId: id, key };
    return commandAnswer(api.eventLog, await api.eventLog.handle(projectTestsDecider, projectId, command, context));
  },
);

export const issueKeyRoutes: readonly Route[] = [listIssueKeys, addIssueKey, removeIssueKey];
