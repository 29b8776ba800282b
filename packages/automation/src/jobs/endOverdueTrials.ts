import { endProjectTrial, projectTrialProblems } from '@assay/application';
import { limits } from '@assay/contract';
import type { Job } from './jobs.ts';

const minuteMs = 60_000;
const { waitMinutes, minutes } = limits.projectTrial;

/** Ends trials that no agent claimed, and those that exceed their time limit. */
export const endOverdueTrials: Job = {
  className: 'ProjectTrials',
  functionName: 'endOverdueTrials',
  schedule: '*/2 * * * * *',
  run: async (deps, now) => {
    const before = (most: number) => new Date(now.getTime() - most * minuteMs);
    for (const { _id, state } of await deps.operations.projectTrials.overdue(before(waitMinutes), before(minutes))) {
      const problem = state === 'waiting' ? projectTrialProblems.notTaken : projectTrialProblems.tooLong;
      await endProjectTrial(deps, _id, 'failed', problem);
    }
  },
};
