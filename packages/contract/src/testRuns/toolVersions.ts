import { type Static, Type } from 'typebox';

/** A framework, a language or a browser that a run's tests used. */
export const ToolVersion = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100 }), version: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
);
export type ToolVersion = Static<typeof ToolVersion>;

/** Of one run. */
export const mostToolVersions = 30;
