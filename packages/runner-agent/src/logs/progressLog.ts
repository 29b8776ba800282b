import type { ProjectTrialPhaseName } from '@assay/contract';

/** Where work tells how far it is: the log of a run, or that of a trial, which shows its phases as well. */
export type ProgressLog = {
  write(text: string): void;
  line(text: string): void;
  /** From now on it does this. */
  phase?(name: ProjectTrialPhaseName): void;
};
