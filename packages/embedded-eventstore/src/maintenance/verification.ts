import type { StoreSnapshot } from './openSnapshot.ts';

/** A verification under way: what its parts read, and where they tell what they find. */
export type Verification = {
  snapshot: StoreSnapshot;
  report(problem: string): void;
  /** To be called after each row. */
  step(): Promise<void>;
};
