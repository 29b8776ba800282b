import type { Readable } from 'node:stream';
import { Type } from 'typebox';

/** The answer of a route that hands out a file: its bytes as they are, of a type that the handler names. */
export const FileAnswer = Type.Unsafe<Readable>(Type.Unknown());
