/** What `closedConnections.ts` needs of the driver's inside, which has no types of its own. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { EventEmitter } from 'node:events';

  export class Connection extends EventEmitter {
    readonly error: Error | null;
    writeCommand(command: unknown, options: unknown): Promise<void>;
    command(namespace: unknown, command: Record<string, unknown>, ...rest: unknown[]): Promise<unknown>;
  }
}
