/** How one attempt to deliver something ended. */
export type DeliveryResult =
  /** `detail`: the answer, in short. `receipt`: by which the destination finds again what it was sent. */
  | { kind: 'done'; detail?: string; receipt?: string }
  /** It will never be taken as it is. `gone`: the address itself does not exist any more. */
  | { kind: 'refused'; reason: string; gone?: boolean }
  /**
   * `of`: whether the destination itself is in trouble, or has something against this message only. `isDoubtful`: it was
   * sent and not answered, so that it may have arrived.
   */
  | { kind: 'retry'; reason: string; of: 'destination' | 'message'; retryAfterMs?: number; isDoubtful?: true };

/** A way to the outside. */
export type Channel<Message> = {
  /**
   * Tries once. Failures are results; it throws only for what is wrong with the program.
   * @param dedupeKey the same for each attempt to deliver the same message
   */
  deliver(message: Message, dedupeKey: string): Promise<DeliveryResult>;
  close(): void;
};
