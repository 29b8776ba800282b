import type { Assignment, RunOrder, RunVariable } from '@assay/contract';

/** The agent's view of a run, with its secrets opened. `deployKey`: the SSH key of its repository, as ssh reads it. */
export type AssignedRun = RunOrder & { variables: RunVariable[]; deployKey: string | null };

/** A unit of work as the rest of the agent sees it. */
export type AssignedUnit = Omit<Assignment, 'run' | 'variables' | 'deployKey'> & { run: AssignedRun };
