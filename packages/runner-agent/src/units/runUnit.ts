import { join } from 'node:path';
import { untilAborted, withTimeout } from '@assay/concurrency';
import type { ListedTest, ProblemPost } from '@assay/contract';
import type { Logger } from 'pino';
import type { AssignedRun, AssignedUnit } from '../connection/assignedWork.ts';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { EngineAwayError } from '../containers/containerEngine.ts';
import { UnitEventLog } from '../events/unitEventLog.ts';
import { adapterOf } from '../frameworks/adapters.ts';
import type { FrameworkContext } from '../frameworks/frameworkAdapter.ts';
import type { LogStream } from '../logs/logStream.ts';
import type { RunLogs } from '../logs/runLogs.ts';
import type { ServerLocks } from '../process/fairLocks.ts';
import { withMissing } from '../runtimes/withMissing.ts';
import { type ProjectServer, startProjectServer } from '../server/projectServer.ts';
import { unloadedOutcome } from '../testSelection/unloadedFile.ts';
import { maskOf } from '../workspace/testEnvironment.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { endWithinMs, givenUp } from './givenUp.ts';
import { setUpRun } from './setupUnit.ts';
import { fullDisk, problemOf } from './unitProblem.ts';
import { UnitReport } from './unitReport.ts';

/**
 * Why a unit is ended from outside: its run was canceled, another agent has it, the agent stops, or its run fills the
 * disk.
 */
export type EndReason = 'canceled' | 'lost' | 'stopping' | 'diskFull';

export type UnitWork = {
  client: ServiceClient;
  logger: Logger;
  logs: RunLogs;
  workspaces: Workspaces;
  serverLocks: ServerLocks;
  spoolFolder: string;
};

type UnitTools = {
  logger: Logger;
  /** Reports progress. */
  log: LogStream;
  /** Receives the framework's output. */
  print: LogStream;
  events: UnitEventLog;
  signal: AbortSignal;
};

/** How long an ended unit waits for its logs, and a stopping agent for its last events, to reach the service. */
const lastWordsMs = 5000;
/** The same where the disk was full, which is tried again at growing intervals. */
const fullDiskWordsMs = 60_000;

/**
 * Executes one unit from its first event to its last. Never throws: errors are the unit's problem, not the agent's.
 * @param ending its reason is an EndReason once it fires; process trees are then ended at once
 */
export async function runUnit(assignment: AssignedUnit, work: UnitWork, ending: AbortController): Promise<void> {
  const { leaseId, run } = assignment;
  const logger = work.logger.child({ lease: leaseId });
  const { signal } = ending;
  const isSetup = assignment.kind === 'setup';
  const log = work.logs.open(run.testRunId, isSetup ? 'setup' : assignment.runnerId);
  const print = isSetup ? work.logs.open(run.testRunId, 'test-list') : log;
  // Before the unit's last event: if that ends the run, unsent logs are discarded with the run.
  const flush = () => Promise.all([log.flush(lastWordsMs), print.flush(lastWordsMs)]);
  const events = new UnitEventLog({
    client: work.client,
    logger,
    lease: leaseId,
    nextSequence: assignment.nextSequence,
    spoolFolder: work.spoolFolder,
    ending: signal,
    onLost: () => ending.abort('lost' satisfies EndReason),
  });
  try {
    const tools = { logger, log, print, events, signal };
    const done = await givenUp(unitWork(assignment, work, tools).catch(problemOf), signal, logger);
    const fillsDisk = signal.aborted && signal.reason === 'diskFull';
    const outcome = done ?? (fillsDisk ? fullDisk() : null);
    // The unit's last events need room on the disk themselves.
    if (fillsDisk) await makeRoom(run, work.workspaces, logger);
    if (outcome instanceof EngineAwayError) {
      log.line(`${outcome.message} The remaining tests are handed back, to run once it answers or elsewhere.`);
      await flush();
      events.append({ type: 'unitHandedBack' });
      await Promise.race([events.delivered(), untilAborted(signal)]);
    } else if (!signal.aborted || fillsDisk) {
      if (outcome) log.line(`${outcome.code}: ${outcome.message}`);
      await flush();
      events.append({ type: 'unitCompleted', problem: outcome });
      if (fillsDisk) await withTimeout(events.delivered(), fullDiskWordsMs);
      else await Promise.race([events.delivered(), untilAborted(signal)]);
    } else if (signal.reason === 'stopping') {
      events.append({ type: 'unitHandedBack' });
    }
    if (signal.reason === 'stopping') await withTimeout(events.delivered(), lastWordsMs);
    await flush();
  } catch (error) {
    logger.error({ err: error }, 'the unit could not be completed');
  } finally {
    await events
      .close(signal.reason === 'stopping' || signal.reason === 'diskFull')
      .catch((error) => logger.warn({ err: error }, 'the spool of the unit could not be removed'));
  }
}

async function unitWork(
  assignment: AssignedUnit,
  work: UnitWork,
  { logger, log, print, events, signal }: UnitTools,
): Promise<ProblemPost | EngineAwayError | null> {
  const { leaseId, run, kind, unit, attempt, tests } = assignment;
  const mask = maskOf(run);
  const report = new UnitReport(events, mask, assignment);
  let leave = () => undefined;
  let server: ProjectServer | null = null;
  let missing: readonly string[] = [];
  try {
    const workspace = await work.workspaces.prepare(run, leaseId, log, signal);
    missing = workspace.missingRuntimes;
    report.showPathsWithin(workspace.repository, workspace.directory);
    const scratch = join(workspace.folder, `unit-${unit}-${attempt}`);
    const host = await workspace.host.ofUnit(scratch);
    report.takeFilesOf(host);
    // Not waited for: the run's end removes what is left, and tests can leave millions of files.
    leave = () => void host.removeUnit().catch((error) => logger.debug({ err: error }, 'a unit left files'));
    const context: FrameworkContext = {
      run,
      renamed: assignment.renamed ?? [],
      host,
      repository: workspace.repository,
      directory: workspace.directory,
      scratch,
      environment: {
        ...workspace.environment,
        ASSAY_PLACE: String(assignment.slot),
        // An older service does not send copies.
        ASSAY_COPY: String(assignment.copy ?? 1),
      },
      mask,
      print: (text) => print.write(text),
      note: (text) => log.line(text),
      logger,
      once: (key, find) => workspace.cache.get(key, Number.POSITIVE_INFINITY, find),
      serverLocks: work.serverLocks,
      signal,
    };
    server = await startProjectServer(context);
    const served = { ...context, environment: { ...context.environment, ...server?.environment } };
    if (kind === 'setup') {
      await setUpRun(served, workspace, leaseId, work.client, print, server?.startMs ?? 0);
      return null;
    }
    const loadable = await reportUnloaded(tests, report);
    if (tests.length > 0 && loadable.length === 0) return null;
    const problem = await adapterOf(run.settings.testingFramework).run(served, loadable, report);
    return problem && withMissing(problem, missing);
  } catch (error) {
    const fillsDisk = signal.aborted && signal.reason === 'diskFull';
    if (signal.aborted && !fillsDisk) return null;
    if (error instanceof EngineAwayError) {
      logger.warn({ err: error }, 'the unit is handed back');
      return error;
    }
    const problem = fillsDisk ? fullDisk() : withMissing(problemOf(error), missing);
    logger.warn({ err: error, code: problem.code }, 'the unit has a problem');
    const masked = { code: problem.code, message: mask.text(problem.message) };
    for (const test of report.unfinished) {
      await report.finished(test.testId, { status: 'NOT_RUN', durationMs: 0, error: masked.message });
    }
    return masked;
  } finally {
    await server?.stop();
    leave();
  }
}

/** @returns the tests that are left to run. */
async function reportUnloaded(tests: readonly ListedTest[], report: UnitReport): Promise<ListedTest[]> {
  const loadable: ListedTest[] = [];
  for (const test of tests) {
    const outcome = unloadedOutcome(test);
    if (outcome) await report.finished(test.testId, { status: outcome.status, durationMs: 0, error: outcome.message });
    else loadable.push(test);
  }
  return loadable;
}

/** @returns once the run's files are removed, or after a limit; the removal then continues, and the slot is free. */
async function makeRoom({ testRunId, projectId }: AssignedRun, workspaces: Workspaces, logger: Logger): Promise<void> {
  const removal = workspaces
    .removeWithStores(testRunId, projectId)
    .catch((error) => logger.error({ err: error }, 'the run that fills the disk could not be removed'));
  await withTimeout(removal, endWithinMs);
}
