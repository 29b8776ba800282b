/** What a step tells of a damaged store: a verification its problems, a reading what it was refused. */
export type StepOutcome = {
  problems: string[];
  /** What was read and is not what was written. There must be none. */
  wrong: string[];
};

/** A damaged copy in `folder` is verified, or read from one end to the other. */
export type Step = {
  folder: string;
  kind: 'verify' | 'read';
};

/**
 * For a process of its own, since LMDB can crash on a damaged file: takes the steps of the environment variable STEPS
 * one by one, and writes a line of JSON for each. It ends with the first that met damage: after it LMDB's client can take
 * one file for another.
 */
export async function runSteps(work: (step: Step) => Promise<StepOutcome>): Promise<void> {
  for (const step of JSON.parse(process.env.STEPS ?? '[]') as Step[]) {
    const outcome = await work(step).catch((error: unknown) => ({ problems: [String(error)], wrong: [] }));
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
    if (outcome.problems.length > 0) process.exit();
  }
}
