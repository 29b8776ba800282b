#!/usr/bin/env node
// `npx assay` in a clone: the built command line.
import { existsSync } from 'node:fs';

const built = new URL('../../dist/cli.js', import.meta.url);
if (existsSync(built)) await import(built.href);
else {
  console.error("The command line is not built yet: run 'npm run build' in the clone first.");
  process.exitCode = 3;
}
