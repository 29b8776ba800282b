/** The service refused one item for good: repeating it would not help. `code` is the service's own. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;
  /** For unit.sequenceGap and log.gap: where to continue. */
  readonly next: number | null;

  constructor(status: number, code: string, message: string, next: number | null) {
    super(message);
    this.name = 'RefusedError';
    this.status = status;
    this.code = code;
    this.next = next;
  }
}

/** The agent's token is not valid (any more): nothing that it posts will be accepted. */
export class TokenRefusedError extends Error {
  constructor(url: string) {
    super(`The service at ${url} refused this agent's token. Create an agent token there and start the agent with it.`);
    this.name = 'TokenRefusedError';
  }
}
