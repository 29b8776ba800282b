// A step of `npm run check`: the English of lines that were added.
import { problemsOfProse } from './prose.mjs';

const problems = problemsOfProse();
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
