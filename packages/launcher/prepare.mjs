// Prepares every command: installs packages and builds the sources. Uses nothing that would have to be installed first.
import { installMissing, requireNode } from './install.mjs';
import { aloneInCheckout } from './oneAtATime.mjs';

const install = () => installMissing(() => console.log('Installing packages …'));

/** Installs what is missing, with a message. Ends the process with a message where that fails. */
export async function prepareToCheck() {
  requireNode();
  await aloneInCheckout(install);
}

/** Installs and builds what is missing, with a message. Ends the process with a message where that fails. */
export async function prepareToRun() {
  const began = performance.now();
  requireNode();
  await aloneInCheckout(async () => {
    install();
    const { build, isBuilt } = await import('./build.mjs');
    if (isBuilt()) return;
    console.log('Building …');
    try {
      await build();
    } catch (error) {
      console.error(error.message);
      process.exit(1);
    }
    console.log(`Built (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  });
}
