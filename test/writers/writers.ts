import { cAndCppWriters } from './cAndCppWriters.ts';
import { compiledWriters } from './compiledWriters.ts';
import { debianWriters } from './debianWriters.ts';
import { javaScriptWriters } from './javaScriptWriters.ts';
import type { Writer } from './writer.ts';

/** Every tool that the matrix runs. */
export const writers: readonly Writer[] = [
  ...javaScriptWriters,
  ...debianWriters,
  ...compiledWriters,
  ...cAndCppWriters,
];
