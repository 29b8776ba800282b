import { Type } from 'typebox';

/** The answer of a call that hands out a file: its bytes as they are, of a type that the answer's header names. */
export const FileAnswer = Type.Unsafe<AsyncIterable<Uint8Array>>(Type.Unknown());
