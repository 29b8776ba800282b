// A step of `npm run check`: each spec has a recorded duration, and the newest whole run is not too old.
import { problemsOfDurations } from './durations.mjs';
import { problemsOfWholeRun } from './wholeRun.mjs';

const problems = [...problemsOfDurations(), ...problemsOfWholeRun()];
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
