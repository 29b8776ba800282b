// `npm start` and every other command that runs a built process: installs and builds what is missing, then becomes
// that process. Uses nothing that would have to be installed first.
import { installMissing, requireNode } from './install.mjs';

const [name] = process.argv.splice(2, 1);
const began = performance.now();

requireNode();
installMissing(() => console.log('Installing packages …'));
const { build, isBuilt } = await import('./build.mjs');
if (!isBuilt()) {
  console.log('Building …');
  try {
    await build();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  console.log(`Built (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}
await import(`../../dist/${name}.js`);
