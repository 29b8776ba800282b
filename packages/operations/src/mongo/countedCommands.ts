// The web client is type-checked with what its tests import, and finds no declarations by itself.
/// <reference path="./driverInternals.d.ts" />
import { noteStoreRequest } from '@assay/telemetry';
import { Connection } from 'mongodb/lib/cmap/connection.js';

let counting = false;

/**
 * Counts each command for the work in progress. The driver's own command monitoring would do, but with it every answer
 * is deserialized a second time.
 */
export function countCommands(): void {
  if (counting) return;
  counting = true;
  const { command } = Connection.prototype;
  Connection.prototype.command = async function timed(this: Connection, ...args: Parameters<typeof command>) {
    const began = performance.now();
    try {
      return await command.apply(this, args);
    } finally {
      const [, sent] = args;
      const name = Object.keys(sent)[0] ?? 'command';
      // `getMore` names its collection elsewhere.
      const about = name === 'getMore' ? sent.collection : sent[name];
      noteStoreRequest('documentStore', name, typeof about === 'string' ? about : '', performance.now() - began);
    }
  };
}
