// A step of `npm run check`: links of pages, files that they name, and the table of settings.
import { problemsOfPages } from './pages.mjs';

const problems = problemsOfPages();
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
