#!/usr/bin/env node
// `npx assay` in a clone: the built command line, built first where that has not been done.
import { existsSync } from 'node:fs';

const built = new URL('../../dist/cli.js', import.meta.url);
if (!existsSync(built)) {
  const { buildCli } = await import('../launcher/build.mjs');
  await buildCli();
}
await import(built.href);
