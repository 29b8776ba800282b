import { membersAtStart } from './jsonStart.ts';
import type { ReportFormat } from './reportFormat.ts';
import { ReportSyntaxError } from './reportSyntaxError.ts';

/** SARIF has what an analysis of code has found, and no tests that could pass. */
export const sarif: ReportFormat = {
  name: 'SARIF',
  detects: (start) => {
    const members = membersAtStart(start);
    return (members.has('runs') && members.has('version')) || /"\$schema"\s*:\s*"[^"]*sarif/i.test(start);
  },
  open: () => {
    const refuse = (): never => {
      throw new ReportSyntaxError('this is SARIF: it holds findings about code, and no results of tests', 1, 0);
    };
    return { write: refuse, end: refuse };
  },
};
