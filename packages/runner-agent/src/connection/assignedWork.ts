import type { Assignment, RunOrder, RunVariable } from '@assay/contract';

/** The agent's view of a run, with its variables opened. */
export type AssignedRun = RunOrder & { variables: RunVariable[] };

/** A unit of work as the rest of the agent sees it. */
export type AssignedUnit = Omit<Assignment, 'run' | 'variables'> & { run: AssignedRun };
