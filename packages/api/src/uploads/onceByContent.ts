import { createHash } from 'node:crypto';
import type { ReservedName } from '@assay/application';
import { ownerOfName, releaseName, withReservedNames } from '@assay/application';
import type { AccountId, TestRunId } from '@assay/contract';
import { DomainError, testRunDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Api } from '../api.ts';
import type { ReceivedUpload } from './receiveUpload.ts';
import type { UploadTarget } from './uploadTarget.ts';

/** Equal for uploads of the same files for the same thing; the files' order and names do not matter. */
export function contentOf(target: UploadTarget, { files }: ReceivedUpload): string {
  const { project, environmentId, pipelineStageId, branch, commit } = target;
  const hashes = files.map(({ sha256 }) => sha256).sort();
  const content = JSON.stringify([project.projectId, environmentId, pipelineStageId, branch, commit, hashes]);
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Makes the same content the same run, for good: the content is taken for the run as a name is. An import that was cut
 * off is gone on with under the run it had begun; where it cannot be, for the files came in another order or by another
 * version of the service, the content is taken for a new run.
 * @param importAs records the content as that run
 * @returns the run, and whether it was whole already
 */
export async function onceByContent(
  api: Api,
  { accountId, content, newRunId }: { accountId: AccountId; content: string; newRunId: TestRunId },
  context: AppendContext,
  importAs: (testRunId: TestRunId) => Promise<void>,
): Promise<{ testRunId: TestRunId; repeated: boolean }> {
  const name: ReservedName = { kind: 'uploadedContent', scope: accountId, value: content };
  const known = runOf(await ownerOfName(api, name));
  if (known) {
    try {
      return await goOn(api, known, importAs);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'testResults.differ') throw error;
      await releaseName(api, name, `testRun-${known}`, context);
    }
  }
  try {
    await withReservedNames(api, [name], `testRun-${newRunId}`, context, () => importAs(newRunId));
    return { testRunId: newRunId, repeated: false };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'reservation.contentTaken') throw error;
    // The same content came twice at once: both go on with the one that was first.
    const first = runOf(await ownerOfName(api, name));
    if (!first) throw error;
    return goOn(api, first, importAs);
  }
}

async function goOn(api: Api, testRunId: TestRunId, importAs: (testRunId: TestRunId) => Promise<void>) {
  const { state } = await api.eventLog.load(testRunDecider, testRunId);
  const repeated = state.status !== 'none' && 'verdict' in state && !state.cutOff;
  if (!repeated) await importAs(testRunId);
  return { testRunId, repeated };
}

function runOf(stream: string | null): TestRunId | null {
  return stream?.startsWith('testRun-') ? (stream.slice('testRun-'.length) as TestRunId) : null;
}
