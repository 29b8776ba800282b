/** There is no reply. The message says why, for people, without a full stop. */
export class ModelFailure extends Error {
  /** The same request may succeed later. */
  readonly isTransient: boolean;
  readonly retryAfterMs: number | null;

  constructor(message: string, { isTransient = false, retryAfterMs = null as number | null } = {}) {
    super(message);
    this.name = 'ModelFailure';
    this.isTransient = isTransient;
    this.retryAfterMs = retryAfterMs;
  }
}
