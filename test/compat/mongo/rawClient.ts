import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';
import { happened } from '../../support/happened.ts';

const opMsg = 2013;

// The serializer's default buffer is only as large as the messages that drivers may send.
BSON.setInternalBufferSize(50 * 1024 * 1024);

/** An opMsg frame around one command. */
export function messageOf(command: Document, requestId = 1): Buffer {
  return frameOf(Buffer.concat([Buffer.alloc(5), BSON.serialize(command)]), opMsg, requestId);
}

export function frameOf(content: Buffer, opCode = opMsg, requestId = 1): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + content.length, 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, content]);
}

/** A client that sends any bytes, well-formed or not, and decides when to read. */
export class RawClient {
  readonly socket: Socket;
  #received = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => socket.destroy());
  }

  static async connect(url: string): Promise<RawClient> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  async command(command: Document): Promise<Document> {
    this.socket.write(messageOf(command));
    return this.reply();
  }

  /** The next reply; rejects when the server closes the connection instead. */
  async reply(): Promise<Document> {
    for (;;) {
      if (this.#received.length >= 4 && this.#received.length >= this.#received.readInt32LE(0)) {
        const length = this.#received.readInt32LE(0);
        const reply = BSON.deserialize(this.#received.subarray(21, length));
        this.#received = this.#received.subarray(length);
        return reply;
      }
      if (this.socket.destroyed || this.socket.readableEnded) throw new Error('the connection was ended');
      const chunk: unknown = this.socket.read();
      if (chunk instanceof Buffer) this.#received = Buffer.concat([this.#received, chunk]);
      else await Promise.race([once(this.socket, 'readable'), once(this.socket, 'close')]);
    }
  }

  async ended(): Promise<void> {
    this.socket.resume();
    if (!this.socket.destroyed) await happened(this.socket, 'close');
  }

  close(): void {
    this.socket.destroy();
  }
}
