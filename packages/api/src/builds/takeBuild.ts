import { createReadStream } from 'node:fs';
import { InvalidFields } from '@assay/application';
import { ArchiveError, type ArchiveSummary, checkArchive } from '@assay/archives';
import {
  type AccountId,
  type BuildId,
  buildLimits,
  type CommandAnswer,
  messages,
  type ProjectId,
  UploadBuildRequest,
} from '@assay/contract';
import { type BuildCommand, type BuildState, buildDecider, DomainError, projectDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import { Type } from 'typebox';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { formFieldErrors } from '../uploads/formFieldErrors.ts';
import type { ReceivedUpload } from '../uploads/receiveUpload.ts';

const errorsOf = formFieldErrors(Type.Omit(UploadBuildRequest, ['file']));
const problems = { unreadable: 'build.unreadable', unsafe: 'build.unsafe', tooLarge: 'build.tooLarge' } as const;

type BuildToTake = { accountId: AccountId; projectId: ProjectId; buildId: BuildId; received: ReceivedUpload };

/**
 * Records a received archive as a build. Nothing is stored before the whole archive was read and found safe.
 * @throws ApiError for the fields at fault, or `build.unreadable`, `build.unsafe`, `build.tooLarge`
 */
export async function takeBuild(
  { eventLog, operations: { blobs, storage }, config }: Api,
  { accountId, projectId, buildId, received }: BuildToTake,
  context: AppendContext,
): Promise<CommandAnswer> {
  const { state: project } = await eventLog.load(projectDecider, projectId);
  if (project.status !== 'active') throw new DomainError('project.notFound');
  const { fields } = received;
  const name = fields.get('name') ?? '';
  const file = fileOf(received);

  const { kind: archive, files: fileCount, unpackedBytes: unpackedSize } = await checkOrRefuse(file.path);
  // Before it is stored, so that nothing removes it; a build is kept for good.
  const owner = { accountId, projectId, kind: 'builds', id: buildId } as const;
  await storage.hold(owner, [{ blobId: file.sha256, size: file.size }]);
  const terms = { expected: file.sha256, limit: config.buildBytes };
  const { blobId, size } = await blobs.putStream(createReadStream(file.path), terms);
  const [branch, commit] = [fields.get('branch') || null, fields.get('commit') || null];
  const fileName = file.name.split('/').at(-1) || `build.${archive}`;
  const command: BuildCommand = {
    type: 'uploadBuild',
    buildId,
    projectId,
    name,
    branch,
    commit,
    fileName,
    archive,
    blobId,
    size,
    fileCount,
    unpackedSize,
  };
  // A repeat with the same Idempotency-Key finds the build.
  const decide = (state: BuildState) => (state.status === 'none' ? command : null);
  return commandAnswer(eventLog, await eventLog.handle(buildDecider, buildId, decide, context));
}

/** @returns the only file of a valid form. */
function fileOf({ fields, files }: ReceivedUpload): ReceivedUpload['files'][number] {
  const errors = errorsOf(fields);
  const [file, ...more] = files;
  if (!file) errors.push({ field: 'file', message: messages.blank });
  if (more.length > 0) errors.push({ field: 'file', message: 'A build is one file' });
  if (!file || errors.length > 0) throw new InvalidFields(...errors);
  return file;
}

async function checkOrRefuse(path: string): Promise<ArchiveSummary> {
  try {
    return await checkArchive(path, buildLimits);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const { message } = error;
    throw new ApiError(problems[error.problem], { message, errors: [{ field: 'file', message }] });
  }
}
