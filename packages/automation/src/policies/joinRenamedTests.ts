import { findRenames } from '@assay/application';
import type { ProjectId } from '@assay/contract';
import {
  type RenamedTest,
  type SuggestedRename,
  type TestRenamesCommand,
  testRenamesDecider,
  testRunDecider,
} from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import type { AccountReads } from '@assay/projections';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

/** Suggestions of one run: users would not answer more. */
const maxSuggestions = 100;
/** Tests that are recorded at once, with long names well below what one append may hold. */
const testsAtOnce = 50;

async function join(
  event: RecordedEvent & { type: 'TestRunFinished' },
  { eventLog, readModels }: AutomationDeps,
): Promise<void> {
  const { testRunId } = event.data;
  const { accountId } = event.envelope;
  if (accountId === null) return;
  const { state } = await eventLog.load(testRunDecider, testRunId);
  if (state.status === 'none') return;
  const { projectId } = state.request;
  await awaitReadModels(readModels, event, 'trailing');
  const models = readModels.of(accountId);
  const runs = await models.runsToCompare(testRunId);
  if (!runs) return;
  const { movedFile, rewrittenNames, similar } = findRenames(runs);
  const found = { projectId, testRunId };
  const decide = (command: TestRenamesCommand) =>
    eventLog.handle(testRenamesDecider, projectId, command, reactingTo(event, 'joinRenamedTests'));
  for (const [reason, pairs] of [
    ['MOVED_FILE', movedFile],
    ['REWRITTEN_NAMES', rewrittenNames],
  ] as const) {
    for await (const tests of withResults(models, projectId, pairs)) {
      await decide({ type: 'renameTests', ...found, reason, tests });
    }
  }
  if (similar.length > 0) await decide({ type: 'suggestRenames', ...found, tests: similar.slice(0, maxSuggestions) });
}

async function* withResults(
  models: AccountReads,
  projectId: ProjectId,
  pairs: readonly SuggestedRename[],
): AsyncGenerator<RenamedTest[]> {
  for (let at = 0; at < pairs.length; at += testsAtOnce) {
    const part = pairs.slice(at, at + testsAtOnce);
    const results = await models.resultsOfTests(
      projectId,
      part.map(({ renamedId }) => renamedId),
    );
    yield part.map((pair) => ({ ...pair, results: results.get(pair.renamedId) ?? [] }));
  }
}

/**
 * A renamed or moved test keeps its history where it is certain to be the same test; where that is only likely, users
 * are asked.
 */
export const joinRenamedTests = policy({
  name: 'joinRenamedTests',
  leavesImports: true,
  on: ['TestRunFinished'],
  react: join,
});
