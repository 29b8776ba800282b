import { jestWriters } from './jestWriters.ts';
import { mochaWriters } from './mochaWriters.ts';
import { vitestWriters } from './vitestWriters.ts';
import type { Writer } from './writer.ts';

/** Writers of JavaScript's tools, from npm. */
export const javaScriptWriters: readonly Writer[] = [...mochaWriters, ...jestWriters, ...vitestWriters];
