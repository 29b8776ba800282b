// The options of `npm start`. Read before anything is installed.
import { parseArgs } from 'node:util';

const usage = `Usage: npm start
Installs and builds what is missing, then starts Assay: an event store, a document store, the api, the projector, the
automation and a runner agent. Ctrl-C stops everything.

The environment has the settings, for example:
  PORT=8080 npm start              the port of the service; default 3000
  HOST=0.0.0.0 npm start           the address that it listens on; default 127.0.0.1
  ASSAY_DATA_DIR=/data npm start   the folder of all data; default .assay
  ASSAY_DEMO=0 npm start           without sample projects
docs/operating.md lists all settings.`;

/**
 * Reads the arguments of `npm start`, which has no options but `--help`. Ends the process after it has printed help, and
 * with exit code 2 if an argument is unknown.
 * @param {string[]} args
 */
export function readStartOptions(args) {
  try {
    const { values } = parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } });
    if (!values.help) return;
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
  console.log(usage);
  process.exit(0);
}
