/** What a step reports of a damaged store: the problems of a verification, or the errors of a read. */
export type StepOutcome = {
  problems: string[];
  /** What was read but never written. There must be none. */
  wrong: string[];
};

/** Verifies a damaged copy in `folder`, or reads it from one end to the other. */
export type Step = {
  folder: string;
  kind: 'verify' | 'read';
};

/**
 * Runs in a process of its own, because LMDB can crash on a damaged file: takes the steps named by the environment
 * variable STEPS one by one and writes a line of JSON for each. It stops at the first that hit damage: after that,
 * LMDB's client can confuse one file with another.
 */
export async function runSteps(work: (step: Step) => Promise<StepOutcome>): Promise<void> {
  for (const step of JSON.parse(process.env.STEPS ?? '[]') as Step[]) {
    const outcome = await work(step).catch((error: unknown) => ({ problems: [String(error)], wrong: [] }));
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
    if (outcome.problems.length > 0) process.exit();
  }
}
