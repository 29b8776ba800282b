type Refusal = { status: number; body: { code: string; message: string; nextSequence?: number; nextOffset?: number } };

/** An answer of the service other than 2xx. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(status: number, code: string, extra: { nextSequence?: number; nextOffset?: number } = {}) {
    super(code);
    this.refusal = { status, body: { code, message: code, ...extra } };
  }
}
