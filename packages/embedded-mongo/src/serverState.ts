import type { StoredSecret } from './authentication/scram.ts';
import type { CursorRegistry } from './cursor/cursorRegistry.ts';
import type { Activity } from './metrics/activity.ts';
import type { Store } from './storage/store.ts';

/** The parts of the server that its connections, commands and metrics use. */
export type ServerState = {
  readonly store: Store;
  readonly cursors: CursorRegistry;
  readonly activity: Activity;
  readonly log: (line: string) => void;
  /** Undefined when every client is accepted. */
  readonly secret: StoredSecret | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly connectionCount: number;
};
