import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { DeployKeyId, Position, Time } from '../ids.ts';

export const DeployKeyRequest = Type.Object(
  { gitUrl: Type.String({ ...formFields.sshUrl, description: 'ssh://user@host/path or user@host:path' }) },
  { additionalProperties: false },
);

/** An SSH key that reads one repository. Nobody is shown its private part. */
export const DeployKeyView = Type.Object({
  id: DeployKeyId,
  gitUrl: Type.String(),
  publicKey: Type.String({ description: 'to be added to the repository; reading is enough' }),
  createdAt: Time,
  position: Position,
  revision: Type.String(),
});
export type DeployKeyView = Static<typeof DeployKeyView>;
