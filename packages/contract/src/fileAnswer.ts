import { Type } from 'typebox';

/** The answer of a call that returns a file: its raw bytes, of the type in the Content-Type header. */
export const FileAnswer = Type.Unsafe<AsyncIterable<Uint8Array>>(Type.Unknown());
