// Prepares every command: installs packages and builds the sources. Uses nothing that would have to be installed first.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { installMissing, requireNode } from './install.mjs';
import { aloneInCheckout } from './oneAtATime.mjs';

/** @param {import('./install.mjs').Scope} scope */
async function install(scope) {
  requireNode();
  await aloneInCheckout(() => installMissing(scope));
}

async function build() {
  const { isBuilt } = await import('./build.mjs');
  if (isBuilt()) return;
  console.log('Building …');
  const began = performance.now();
  const code = await buildMissing();
  if (code !== 0) process.exit(1);
  console.log(`Built (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}

/** In a process of its own: this one may become the launcher, and would keep the bundler and the memory of the build. */
async function buildMissing() {
  const args = [fileURLToPath(new URL('build.mjs', import.meta.url)), '--missing'];
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  return code;
}

/** Installs everything that is missing, with a message. Ends the process if that fails. */
export const prepareToCheck = () => install('everything');

/** Installs and builds everything that is missing, with a message. Ends the process if that fails. */
export async function prepareToRun() {
  await install('everything');
  await build();
}

/** Installs what the product needs to run and builds it, with a message. Ends the process if that fails. */
export async function prepareToStart() {
  await install('start');
  await build();
}
