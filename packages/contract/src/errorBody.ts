import { type Static, Type } from 'typebox';
import { Nullable } from './ids.ts';

/** The body of every answer that is not 2xx. `errors` names the fields of a 400, with the texts the forms show. */
export const ErrorBody = Type.Object({
  code: Type.String(),
  message: Type.String(),
  requestId: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  files: Type.Optional(
    Type.Array(
      Type.Object({
        file: Type.String(),
        line: Nullable(Type.Integer()),
        column: Nullable(Type.Integer()),
        message: Type.String(),
      }),
      { description: 'for an upload: what cannot be read, and where' },
    ),
  ),
  nextSequence: Type.Optional(Type.Integer({ description: 'with unit.sequenceGap' })),
  nextOffset: Type.Optional(Type.Integer({ description: 'with log.gap' })),
});
export type ErrorBody = Static<typeof ErrorBody>;
