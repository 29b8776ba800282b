import { createHash } from 'node:crypto';
import {
  agentProtocol,
  type BlobId,
  type LeaseId,
  type ListedTest,
  mostToolVersions,
  type TestListBlob,
} from '@assay/contract';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { RefusedError } from '../connection/serviceErrors.ts';
import { blobIdOf } from '../events/artifactFiles.ts';
import { adapterOf } from '../frameworks/adapters.ts';
import type { FrameworkContext } from '../frameworks/frameworkAdapter.ts';
import { usedVersions } from '../frameworks/usedVersions.ts';
import type { LogStream } from '../logs/logStream.ts';
import { whyServerTakesTurns } from '../server/projectServer.ts';
import { selectTests } from '../testSelection/selectTests.ts';
import { identifyTests } from '../testSelection/testIdentity.ts';
import type { Workspace } from '../workspace/workspaces.ts';
import { UnitProblem } from './unitProblem.ts';

/** How many test names the log shows when none of them is in the run. */
const maxLoggedNames = 1_000;

/**
 * The set-up of a run, once its workspace is ready: lists the tests, selects those of the run and delivers the list.
 * @param serverMs how long the project's server took to start: every unit starts it, so there should be few
 * @throws UnitProblem when there is nothing to run or the tests cannot be listed.
 */
export async function setUpRun(
  context: FrameworkContext,
  workspace: Workspace,
  lease: LeaseId,
  client: ServiceClient,
  log: LogStream,
  serverMs: number,
): Promise<void> {
  const { run, signal, mask } = context;
  const began = performance.now();
  // They only help to explain failures.
  const asked = usedVersions(context).catch((error: unknown) => {
    context.logger.debug({ err: error }, 'versions could not be found out');
    return [];
  });
  const adapter = adapterOf(run.settings.testingFramework);
  let listingMs = serverMs;
  const listing = adapter.list(context).finally(() => {
    listingMs += Math.round(performance.now() - began);
  });
  const found = await listing.finally(() => asked);
  const whyTurns = whyServerTakesTurns(run.settings) ?? (await adapter.whyTurns?.(context)) ?? null;
  if (whyTurns !== null) context.note(whyTurns);
  const all = identifyTests(found ?? [], context.renamed);
  const tests = found === null ? [] : chooseTests(all, context, log).map((test) => mask.test(test));
  const leftOut = all.length > tests.length ? foundLines(all.map((test) => mask.test(test))) : null;
  if (leftOut) await client.putBlob(leftOut.blobId, leftOut.content, signal);
  const versions = (await asked).slice(0, mostToolVersions);
  const list: TestListBlob = {
    commit: workspace.commit,
    commitMessage: workspace.commitMessage,
    foundCount: found?.length ?? 0,
    ...(leftOut ? { found: leftOut.blobId } : {}),
    ...(found === null ? {} : { listingMs }),
    ...(whyTurns === null ? {} : { takesTurns: true }),
    ...(versions.length === 0 ? {} : { versions }),
    tests,
  };
  const { blobId, content } = blobOf(JSON.stringify(list));
  await client.putBlob(blobId, content, signal);
  await client.postTestList(lease, blobId, signal).catch((error: unknown) => {
    throw listProblem(error);
  });
  if (found === null) log.line('The tests are known once the command has run.');
}

type Blob = { blobId: BlobId; content: Uint8Array<ArrayBuffer> };

function blobOf(text: string): Blob {
  const content = new TextEncoder().encode(text);
  return { blobId: blobIdOf(createHash('sha256').update(content)), content };
}

/**
 * All tests that were found, one per line, so that users can see what was left out; null where there are too many to
 * keep.
 */
function foundLines(found: readonly ListedTest[]): Blob | null {
  const lines = found.map(({ testId, file, name, line, tags }) => JSON.stringify({ testId, file, name, line, tags }));
  // Some readers treat these as line ends as well.
  const text = lines
    .map((line) => `${line.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`)
    .join('');
  const blob = blobOf(text);
  return blob.content.length <= agentProtocol.blobLimit ? blob : null;
}

/** The service's objection to a list is a message to users, who can change the tests. */
function listProblem(error: unknown): unknown {
  return error instanceof RefusedError && error.code === 'testList.tooManyCopies'
    ? new UnitProblem(error.code, error.message)
    : error;
}

function chooseTests(found: ListedTest[], { run, mask }: FrameworkContext, log: LogStream): ListedTest[] {
  const tell = ({ file, line, name, tags }: ListedTest, shownTags: boolean) =>
    log.line(mask.text([line === null ? file : `${file}:${line}`, name, ...(shownTags ? tags : [])].join('  ')));
  let chosen: ListedTest[];
  try {
    chosen = selectTests(found, run);
  } catch (error) {
    // There is no list to show then, only this log.
    log.line(`${found.length} tests found, none of them for this run:`);
    for (const test of found.slice(0, maxLoggedNames)) tell(test, true);
    if (found.length > maxLoggedNames) log.line(`and ${found.length - maxLoggedNames} more`);
    throw error;
  }
  for (const test of chosen) tell(test, false);
  log.line(`${found.length} tests found, ${chosen.length} of them for this run.`);
  return chosen;
}
