/** The exit codes of the command line; part of its contract with CI jobs. */
export const exitCodes = {
  passed: 0,
  failed: 1,
  canceled: 2,
  usage: 3,
  unreachable: 4,
  refused: 5,
  stillRunning: 6,
  inconclusive: 7,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with a message and an exit code. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  /** By which the service says why it refused; null: it was not the service. */
  readonly code: string | null;

  constructor(exitCode: ExitCode, message: string, code: string | null = null) {
    super(message);
    this.name = 'CommandFailure';
    this.exitCode = exitCode;
    this.code = code;
  }
}

export function usageFailure(message: string): CommandFailure {
  return new CommandFailure(exitCodes.usage, `${message}\nSee 'assay --help'.`);
}
