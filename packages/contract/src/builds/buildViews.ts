import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { formFields } from '../formFields.ts';
import { BlobId, BuildId, Nullable, Position, ProjectId, Time } from '../ids.ts';

export const archiveKinds = ['zip', 'tar', 'tar.gz'] as const;

/** Limits of a build's archive, checked by api and agent. */
export const buildLimits = {
  /** Files, folders and links together. */
  entries: 200_000,
  unpackedBytes: 4 * 1024 * 1024 * 1024,
} as const;

/** The fields of the form. */
export const UploadBuildRequest = Type.Object({
  name: Type.String({ ...formFields.buildName, description: 'shown to people' }),
  branch: Type.Optional(Type.String(formFields.branch)),
  commit: Type.Optional(
    Type.String({
      ...formFields.commit,
      description: 'the commit it was built from; left out: the newest at the time',
    }),
  ),
  file: Type.Unsafe<string>({ type: 'string', format: 'binary', description: 'a zip, tar.gz or tar file' }),
});

export const BuildView = Type.Object({
  id: BuildId,
  projectId: ProjectId,
  name: Type.String(),
  branch: Nullable(Type.String()),
  commit: Nullable(Type.String({ description: 'null: the newest at the time' })),
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

/** A URL to download a build without a session, until it expires. */
export const BuildDownload = Type.Object({ url: Type.String(), fileName: Type.String(), size: Type.Integer() });
export type BuildDownload = Static<typeof BuildDownload>;

/** A build as an agent receives it. */
export const BuildBlob = Type.Object({
  buildId: BuildId,
  name: Type.String(),
  commit: Nullable(Type.String()),
  blobId: BlobId,
  size: Type.Integer({ description: 'bytes' }),
});
export type BuildBlob = Static<typeof BuildBlob>;
