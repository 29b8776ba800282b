// The web client is type-checked with what its tests import, and finds no declarations by itself.
/// <reference path="./driverInternals.d.ts" />
import { Connection } from 'mongodb/lib/cmap/connection.js';

let mended = false;

/**
 * Makes commands fail whose connection closes while they are written. The driver (up to 7.9.0) takes what
 * `socket.write` answers on a destroyed socket, false, for a full buffer and waits for it to drain, which never happens:
 * the command neither ends nor fails, and whoever waits for it waits forever. That is seen when the store is killed under
 * load.
 */
export function failOnClosedConnections(): void {
  if (mended) return;
  mended = true;
  const { writeCommand } = Connection.prototype;
  Connection.prototype.writeCommand = function write(this: Connection, ...args: Parameters<typeof writeCommand>) {
    return new Promise((resolve, reject) => {
      const closed = () => reject(this.error ?? new Error('the connection closed while a command was written'));
      this.once('close', closed);
      writeCommand
        .apply(this, args)
        .then(resolve, reject)
        .finally(() => this.off('close', closed));
    });
  };
}
