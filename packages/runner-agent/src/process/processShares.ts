import { writeFileSync } from 'node:fs';

/**
 * Where memory runs out, the process ends before the agent and the service do. Called before anything of the tests runs in
 * it: what a privileged agent sets here, tests cannot lower again.
 */
export function endFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '500');
  } catch {
    // It has ended, or it is a program with more rights than the agent's.
  }
}

/**
 * Puts the process, with all that it starts, into a control group. Called before anything of the tests runs in it.
 * @param group the group's file that takes ids of processes
 */
export function joinGroup(group: string, pid: number): void {
  try {
    writeFileSync(group, String(pid));
  } catch {
    // It has ended, or the group was removed by the operator.
  }
}
