// `npm start` and every other command that runs a built process: installs and builds what is missing, then becomes that
// process. Uses nothing that would have to be installed first.
import { endWithNpm } from './endWithNpm.mjs';
import { prepareToStart } from './prepare.mjs';
import { readStartOptions } from './startOptions.mjs';

const [name] = process.argv.splice(2, 1);
if (name === 'launcher') readStartOptions(process.argv.slice(2));

endWithNpm();
await prepareToStart();
await import(`../../dist/${name}.js`);
