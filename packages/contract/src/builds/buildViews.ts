import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { formFields } from '../formFields.ts';
import { BlobId, BuildId, Nullable, Position, ProjectId, Time } from '../ids.ts';

export const archiveKinds = ['zip', 'tar', 'tar.gz'] as const;

/** How much a build's archive may hold: api and agent both check it. */
export const buildLimits = {
  /** Files, folders and links together. */
  entries: 200_000,
  unpackedBytes: 4 * 1024 * 1024 * 1024,
} as const;

/** The fields of the form. */
export const UploadBuildRequest = Type.Object({
  name: Type.String({ ...formFields.buildName, description: 'what people tell it by' }),
  branch: Type.Optional(Type.String(formFields.branch)),
  commit: Type.Optional(
    Type.String({ ...formFields.commit, description: 'what it was built of; left out: the newest there was' }),
  ),
  file: Type.Unsafe<string>({ type: 'string', format: 'binary', description: 'a zip, tar.gz or tar file' }),
});

export const BuildView = Type.Object({
  id: BuildId,
  projectId: ProjectId,
  name: Type.String(),
  branch: Nullable(Type.String()),
  commit: Nullable(Type.String({ description: 'null: the newest there was' })),
  fileName: Type.String(),
  archive: Type.Enum(archiveKinds),
  size: Type.Integer({ description: 'bytes' }),
  fileCount: Type.Integer(),
  unpackedSize: Type.Integer({ description: 'bytes' }),
  createdBy: PersonView,
  createdAt: Time,
  updatedAt: Time,
  position: Position,
  revision: Type.String(),
});
export type BuildView = Static<typeof BuildView>;

export const BuildPage = Type.Object({
  builds: Type.Array(BuildView),
  total: Type.Integer({ minimum: 0 }),
  position: Position,
});
export type BuildPage = Static<typeof BuildPage>;

/** Where a build can be downloaded for a while, without a session. */
export const BuildDownload = Type.Object({ url: Type.String(), fileName: Type.String(), size: Type.Integer() });
export type BuildDownload = Static<typeof BuildDownload>;

/** A build as an agent gets it. */
export const BuildBlob = Type.Object({
  buildId: BuildId,
  name: Type.String(),
  commit: Nullable(Type.String()),
  blobId: BlobId,
  size: Type.Integer({ description: 'bytes' }),
});
export type BuildBlob = Static<typeof BuildBlob>;
