import type { StoreSnapshot } from './openSnapshot.ts';

/** A verification in progress: what its parts read, and where they report what they find. */
export type Verification = {
  snapshot: StoreSnapshot;
  report(problem: string): void;
  /** Call this after each row. */
  step(): Promise<void>;
};
