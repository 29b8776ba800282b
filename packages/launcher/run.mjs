// `npm start` and every other command that runs a built process: installs and builds what is missing, then becomes that
// process. Uses nothing that would have to be installed first.
import { endWithNpm } from './endWithNpm.mjs';
import { prepareToRun } from './prepare.mjs';

const [name] = process.argv.splice(2, 1);

endWithNpm();
await prepareToRun();
await import(`../../dist/${name}.js`);
