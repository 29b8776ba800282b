/** The service refused one item for good: repeating it would not help. `code` is the service's own. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;
  /** With unit.sequenceGap and log.gap: where to go on from. */
  readonly next: number | null;

  constructor(status: number, code: string, message: string, next: number | null) {
    super(message);
    this.name = 'RefusedError';
    this.status = status;
    this.code = code;
    this.next = next;
  }
}

/** The agent's token is not (or no longer) good: nothing that it posts will be taken. */
export class TokenRefusedError extends Error {
  constructor(url: string) {
    super(`The service at ${url} refused this agent's token. Create an agent token there and start the agent with it.`);
    this.name = 'TokenRefusedError';
  }
}
