// What every command needs before it can run anything: packages, and what is built of the sources. Uses nothing that
// would have to be installed first.
import { installMissing, requireNode } from './install.mjs';
import { aloneInCheckout } from './oneAtATime.mjs';

const install = () => installMissing(() => console.log('Installing packages …'));

/** Installs what is missing, and says so. Ends the process with a sentence where that cannot be done. */
export async function prepareToCheck() {
  requireNode();
  await aloneInCheckout(install);
}

/** Installs and builds what is missing, and says so. Ends the process with a sentence where that cannot be done. */
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
