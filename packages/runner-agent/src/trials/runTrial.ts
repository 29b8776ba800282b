import { join } from 'node:path';
import { type ListedTest, limits, type ProblemPost, type ProjectTrialFound } from '@assay/contract';
import type { AssignedUnit } from '../connection/assignedWork.ts';
import { adapterOf } from '../frameworks/adapters.ts';
import type { FrameworkContext } from '../frameworks/frameworkAdapter.ts';
import { errorWithMissing } from '../runtimes/withMissing.ts';
import { startProjectServer } from '../server/projectServer.ts';
import { identifyTests } from '../testSelection/testIdentity.ts';
import { unloadedOutcome } from '../testSelection/unloadedFile.ts';
import { givenUp } from '../units/givenUp.ts';
import type { EndReason, UnitWork } from '../units/runUnit.ts';
import { fullDisk, problemOf, UnitProblem } from '../units/unitProblem.ts';
import { maskOf } from '../workspace/testEnvironment.ts';
import type { Workspace } from '../workspace/workspaces.ts';
import { TrialReport } from './trialReport.ts';

/** How long the last words on a trial that was ended may take. */
const lastWordsMs = 5_000;

/**
 * Tries a project's settings: what a run's set-up does, up to the list of tests. No test runs. Never throws: errors are
 * the trial's problem, not the agent's.
 * @param ending its reason is an EndReason once it fires; process trees are then ended at once
 */
export async function runTrial(
  assignment: AssignedUnit,
  { client, logger, workspaces, serverLocks }: Pick<UnitWork, 'client' | 'logger' | 'workspaces' | 'serverLocks'>,
  ending: AbortController,
): Promise<void> {
  const { leaseId, run } = assignment;
  const { signal } = ending;
  const lost = (error: unknown) => {
    logger.warn({ err: error, lease: leaseId }, 'the trial cannot be reported');
    ending.abort('lost' satisfies EndReason);
  };
  const report = new TrialReport({ client, lease: leaseId, signal, onLost: lost });
  try {
    const listing = workspaces.prepare(run, leaseId, report, signal).then((workspace) =>
      listTests(assignment, workspace, report, { logger, serverLocks }, signal).catch((error: unknown) => {
        throw errorWithMissing(error, workspace.missingRuntimes);
      }),
    );
    const found = await givenUp(listing, signal, logger);
    signal.throwIfAborted();
    if (found) await report.end({ found }, signal);
  } catch (error) {
    const told = signal.aborted ? whyEnded(signal.reason) : problemOf(error);
    if (told === null) return;
    const { code, message } = told;
    logger.warn({ err: error, lease: leaseId, code }, 'the trial has a problem');
    const problem = { code, message: maskOf(run).text(message) };
    await report.end({ problem }, signal.aborted ? AbortSignal.timeout(lastWordsMs) : signal).catch(lost);
  }
}

/** @returns null where no caller waits for the trial any more */
function whyEnded(reason: EndReason): ProblemPost | null {
  if (reason === 'diskFull') return fullDisk();
  if (reason !== 'stopping') return null;
  return new UnitProblem('trial.agentStopped', 'The agent was stopped meanwhile. Try again.').post;
}

async function listTests(
  { run, unit, attempt, slot }: AssignedUnit,
  workspace: Workspace,
  report: TrialReport,
  { logger, serverLocks }: Pick<UnitWork, 'logger' | 'serverLocks'>,
  signal: AbortSignal,
): Promise<ProjectTrialFound> {
  const mask = maskOf(run);
  const scratch = join(workspace.folder, `unit-${unit}-${attempt}`);
  const host = await workspace.host.ofUnit(scratch);
  const context: FrameworkContext = {
    run,
    renamed: [],
    host,
    repository: workspace.repository,
    directory: workspace.directory,
    scratch,
    environment: { ...workspace.environment, ASSAY_PLACE: String(slot), ASSAY_COPY: '1' },
    mask,
    print: (text) => report.write(text),
    note: (text) => report.line(text),
    logger,
    once: (key, find) => workspace.cache.get(key, Number.POSITIVE_INFINITY, find),
    serverLocks,
    signal,
  };
  try {
    if (run.settings.serverCommand) report.phase('server');
    const server = await startProjectServer(context);
    try {
      report.phase('list');
      const served = { ...context, environment: { ...context.environment, ...server?.environment } };
      const found = await adapterOf(run.settings.testingFramework).list(served);
      signal.throwIfAborted();
      const tests = found && identifyTests(found).map((test) => mask.test(test));
      return { commit: workspace.commit, commitMessage: workspace.commitMessage, ...foundIn(tests) };
    } finally {
      await server?.stop();
    }
  } finally {
    // Not waited for: the removal of the trial's folder removes what is left, and its commands can hold this one up.
    void host.removeUnit().catch((error) => logger.debug({ err: error }, 'a trial left files'));
  }
}

/** @param tests null: they are known only once the command runs */
function foundIn(tests: readonly ListedTest[] | null): Pick<ProjectTrialFound, 'count' | 'first' | 'unloaded'> {
  if (tests === null) return { count: null, first: [], unloaded: [] };
  const { shownTests } = limits.projectTrial;
  const unloaded = tests.flatMap((test) => {
    const outcome = unloadedOutcome(test);
    return outcome?.status === 'FAIL' ? [{ file: test.file, message: outcome.message }] : [];
  });
  const loaded = tests.filter((test) => unloadedOutcome(test) === null);
  return {
    count: loaded.length,
    first: loaded.slice(0, shownTests).map(({ file, name, line }) => ({ file, name, line })),
    unloaded: unloaded.slice(0, shownTests),
  };
}
