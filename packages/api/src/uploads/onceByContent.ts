import { createHash } from 'node:crypto';
import type { ReservedName } from '@assay/application';
import { ownerOfName, releaseName, withReservedNames } from '@assay/application';
import type { AccountId, Position, TestRunId } from '@assay/contract';
import { DomainError, testRunDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { Api } from '../api.ts';
import type { ReceivedUpload } from './receiveUpload.ts';
import type { UploadTarget } from './uploadTarget.ts';

/** `position`: of the last event that was recorded; null: none was. */
export type ImportedRun = { testRunId: TestRunId; repeated: boolean; position: Position | null };

type ImportAs = (testRunId: TestRunId) => Promise<Pick<CommandResult, 'position'>>;

/** Equal for uploads of the same files to the same target; the files' order and names do not matter. */
export function contentOf(target: UploadTarget, { files }: ReceivedUpload): string {
  const { project, environmentId, pipelineStageId, branch, commit, exitCode, ranAt } = target;
  const hashes = files.map(({ sha256 }) => sha256).sort();
  const of = [project.projectId, environmentId, pipelineStageId, branch, commit, hashes];
  // Content without an exit code or a time has the hash that it had before there were any.
  const more = ranAt === null ? (exitCode === null ? [] : [exitCode]) : [exitCode, ranAt];
  const content = JSON.stringify([...of, ...more]);
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Ensures that the same content is always the same run, by reserving the content like a name. An import that was cut
 * off is resumed in its run; if that is impossible, because the files came in another order or another version of the
 * service read them, the content is reserved for a new run.
 * @param importAs records the content as that run
 * @returns the run, and whether it was already complete
 */
export async function onceByContent(
  api: Api,
  { accountId, content, newRunId }: { accountId: AccountId; content: string; newRunId: TestRunId },
  context: AppendContext,
  importAs: ImportAs,
): Promise<ImportedRun> {
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
    const { position } = await withReservedNames(api, [name], `testRun-${newRunId}`, context, () => importAs(newRunId));
    return { testRunId: newRunId, repeated: false, position };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'reservation.contentTaken') throw error;
    // The same content arrived twice at once: both continue with the first run.
    const first = runOf(await ownerOfName(api, name));
    if (!first) throw error;
    return goOn(api, first, importAs);
  }
}

async function goOn(api: Api, testRunId: TestRunId, importAs: ImportAs): Promise<ImportedRun> {
  const { state } = await api.eventLog.load(testRunDecider, testRunId);
  const repeated = state.status !== 'none' && 'verdict' in state && !state.cutOff;
  const position = repeated ? null : (await importAs(testRunId)).position;
  return { testRunId, repeated, position };
}

function runOf(stream: string | null): TestRunId | null {
  return stream?.startsWith('testRun-') ? (stream.slice('testRun-'.length) as TestRunId) : null;
}
