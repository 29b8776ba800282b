import { createHash } from 'node:crypto';
import type { LeaseId, ListedTest, TestListBlob } from '@assay/contract';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { RefusedError } from '../connection/serviceErrors.ts';
import { blobIdOf } from '../events/artifactFiles.ts';
import { adapterOf } from '../frameworks/adapters.ts';
import type { FrameworkContext } from '../frameworks/frameworkAdapter.ts';
import type { LogStream } from '../logs/logStream.ts';
import { selectTests } from '../testSelection/selectTests.ts';
import { identifyTests } from '../testSelection/testIdentity.ts';
import type { Workspace } from '../workspace/workspaces.ts';
import { UnitProblem } from './unitProblem.ts';

/**
 * The set-up of a run, once its workspace stands: lists the tests, chooses those of the run and hands the list over.
 *
 * @throws UnitProblem when there is nothing to run or the list cannot be had.
 */
export async function setUpRun(
  context: FrameworkContext,
  workspace: Workspace,
  lease: LeaseId,
  client: ServiceClient,
  log: LogStream,
): Promise<void> {
  const { run, signal, mask } = context;
  const began = performance.now();
  const found = await adapterOf(run.settings.testingFramework).list(context);
  const listingMs = Math.round(performance.now() - began);
  const tests = found === null ? [] : chooseTests(identifyTests(found), context, log).map((test) => mask.test(test));
  const list: TestListBlob = {
    commit: workspace.commit,
    commitMessage: workspace.commitMessage,
    foundCount: found?.length ?? 0,
    ...(found === null ? {} : { listingMs }),
    tests,
  };
  const content = new TextEncoder().encode(JSON.stringify(list));
  const blobId = blobIdOf(createHash('sha256').update(content));
  await client.putBlob(blobId, content, signal);
  await client.postTestList(lease, blobId, signal).catch((error: unknown) => {
    throw listProblem(error);
  });
  if (found === null) log.line('The tests are known once the command has run.');
}

/** What the service has against a list is for people to read, and theirs to change. */
function listProblem(error: unknown): unknown {
  return error instanceof RefusedError && error.code === 'testList.tooManyCopies'
    ? new UnitProblem(error.code, error.message)
    : error;
}

function chooseTests(found: ListedTest[], { run, mask }: FrameworkContext, log: LogStream): ListedTest[] {
  if (found.length === 0) {
    const where = run.settings.workingDirectory ?? 'the repository';
    throw new UnitProblem(
      'list.empty',
      `No tests were found in ${where}. Check the working directory and the config file in the project's settings, and ` +
        `that this branch has ${run.settings.testingFramework} tests.`,
    );
  }
  const chosen = selectTests(found, run);
  for (const test of chosen)
    log.line(mask.text(`${test.file}${test.line === null ? '' : `:${test.line}`}  ${test.name}`));
  log.line(`${found.length} tests found, ${chosen.length} of them for this run.`);
  return chosen;
}
