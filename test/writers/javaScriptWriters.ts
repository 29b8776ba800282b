import { mochaWriters } from './mochaWriters.ts';
import type { Writer } from './writer.ts';

/** Writers of JavaScript's tools, from npm. */
export const javaScriptWriters: readonly Writer[] = [...mochaWriters];
