import { type TestId, testRenameCalls } from '@assay/contract';
import { DomainError, knowsRename, testRenamesDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

const listTestRenames = route(testRenameCalls.listTestRenames, async ({ caller, params, query }) => {
  const renames = await caller.models.testRenames(params.id, (query.testId ?? null) as TestId | null);
  if (!renames) throw new DomainError('project.notFound');
  return renames;
});

const decideTestRenames = route(testRenameCalls.decideTestRenames, async ({ api, params, body, caller, context }) => {
  const { id: projectId } = params;
  await api.owners.requireOwn(`project-${projectId}`, caller.accountId, 'project.notFound');
  const { state } = await api.eventLog.load(testRenamesDecider, projectId);
  const ids = [...new Set(body.ids)];
  if (!ids.every((id) => knowsRename(state, id))) throw new DomainError('testRename.notFound');
  // Both ways the results move along, so the read models have to know all of them.
  await api.readModels.require({ scope: caller.accountId, tier: 'trailing' });
  const ofNewNames = await caller.models.resultsOfTests(projectId, ids);
  const type = body.decision === 'JOIN' ? 'joinRenamedTest' : 'separateRenamedTest';
  let result: Parameters<typeof commandAnswer>[1] = { id: projectId, revision: 0, position: null };
  for (const renamedId of ids) {
    const test = state.renamed.get(renamedId);
    const results = test ? await caller.models.resultsUnder({ projectId, ...test }) : (ofNewNames.get(renamedId) ?? []);
    const done = await api.eventLog.handle(
      testRenamesDecider,
      projectId,
      { type, projectId, renamedId, results },
      context,
    );
    result = { id: projectId, revision: done.revision, position: done.position ?? result.position };
  }
  return commandAnswer(api.eventLog, result);
});

export const testRenameRoutes: readonly Route[] = [listTestRenames, decideTestRenames];
