import { cucumberWriters } from './cucumberWriters.ts';
import { jasmineWriters } from './jasmineWriters.ts';
import { jestWriters } from './jestWriters.ts';
import { linterWriters } from './linterWriters.ts';
import { mochaWriters } from './mochaWriters.ts';
import { nodeTestWriters } from './nodeTestWriters.ts';
import { playwrightWriters } from './playwrightWriters.ts';
import { runtimeWriters } from './runtimeWriters.ts';
import { tapWriters } from './tapWriters.ts';
import { vitestWriters } from './vitestWriters.ts';
import type { Writer } from './writer.ts';

/** Writers of JavaScript's tools, from npm. */
export const javaScriptWriters: readonly Writer[] = [
  ...mochaWriters,
  ...jestWriters,
  ...vitestWriters,
  ...playwrightWriters,
  ...jasmineWriters,
  ...cucumberWriters,
  ...nodeTestWriters,
  ...tapWriters,
  ...runtimeWriters,
  ...linterWriters,
];
