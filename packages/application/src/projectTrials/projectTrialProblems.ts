import { limits, type ProblemPost } from '@assay/contract';

const { waitMinutes, minutes } = limits.projectTrial;

/** How a trial ends that no agent ended. */
export const projectTrialProblems = {
  notTaken: {
    code: 'trial.notTaken',
    message: `No agent took it within ${waitMinutes} minutes. Start one, or wait until one is free, and try again.`,
  },
  tooLong: {
    code: 'trial.tooLong',
    message: `It was ended after ${minutes} minutes, which is as long as a try may take. A test run has the project's own limit.`,
  },
  /** @param isOlder whether the agent is not of this version of Assay */
  lost: (agent: string, isOlder: boolean): ProblemPost => ({
    code: 'trial.lost',
    message: isOlder
      ? `The agent ${agent} stopped answering. It is of another version of Assay, which may not know tries: update it, and try again.`
      : `The agent ${agent} stopped answering. Its process or its machine may have ended. Try again.`,
  }),
} as const;
