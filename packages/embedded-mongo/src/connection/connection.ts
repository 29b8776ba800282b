import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Authentication } from '../authentication/authentication.ts';
import { MalformedBson } from '../bson/readBson.ts';
import type { Document } from '../bson/values.ts';
import { errorReply, runCommand } from '../commands/runCommand.ts';
import { MongoError } from '../errors/mongoError.ts';
import type { ServerState } from '../serverState.ts';
import { FrameReader } from './frameReader.ts';
import { incomingBytes, outgoingBytes, Share } from './waitingBytes.ts';
import { encodeReply, maxMessageBytes, parseRequest, type WireRequest } from './wireMessages.ts';

let lastReplyId = 0;
/** Of a message before authentication: handshakes are far smaller, and their senders could be any program of the machine. */
const maxUnprovenBytes = 16 * 1024;

/**
 * Serves one socket: requests one at a time, as drivers send them. Requests sent ahead are not read until their turn,
 * nor while the client does not read its replies: an eager or slow client costs no more than one message. A malformed
 * message ends this connection and nothing else.
 */
export class Connection {
  readonly id: number;
  readonly authentication: Authentication;
  readonly #socket: Socket;
  readonly #server: ServerState;
  readonly #frames = new FrameReader(() => (this.authentication.isGranted ? maxMessageBytes : maxUnprovenBytes));
  readonly #incoming = new Share(incomingBytes);
  readonly #outgoing = new Share(outgoingBytes);
  readonly #closing = new AbortController();
  #working = false;

  constructor(socket: Socket, server: ServerState, id: number) {
    this.#socket = socket;
    this.#server = server;
    this.id = id;
    this.authentication = new Authentication(server.secret);
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.#frames.push(chunk);
      server.activity.bytesIn += chunk.length;
      this.#incoming.hold(this.#frames.buffered);
      if (this.#incoming.tooMuch) {
        this.#fail(new MalformedBson('too many bytes of unfinished messages are waiting'));
        return;
      }
      this.#work().catch((error: unknown) => this.#fail(error));
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#closing.abort();
      this.#incoming.hold(0);
      this.#outgoing.hold(0);
    });
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async pause(milliseconds: number): Promise<void> {
    const { signal } = this.#closing;
    await setTimeout(milliseconds, undefined, { signal, ref: false }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  async #work(): Promise<void> {
    if (this.#working) {
      // More arrived while a request is being handled: from here on it waits in the kernel.
      this.#socket.pause();
      return;
    }
    this.#working = true;
    for (let frame = this.#frames.next(); frame !== undefined && !this.isClosed; frame = this.#frames.next()) {
      this.#incoming.hold(this.#frames.buffered);
      const request = parseRequest(frame);
      await this.#answer(request);
    }
    this.#incoming.hold(this.#frames.buffered);
    this.#working = false;
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  async #answer(request: WireRequest): Promise<void> {
    for (let asked = request; ; ) {
      const { command, exhaustAllowed, silent } = asked;
      const reply =
        command instanceof MongoError
          ? errorReply(this.#server, command)
          : await runCommand(this.#server, this, asked.database, command);
      if (silent || this.isClosed) return;
      const next = exhaustAllowed && reply.get('ok') === 1 ? nextToStream(command, reply) : undefined;
      await this.#send(asked, reply, next !== undefined);
      if (next === undefined) return;
      asked = { ...asked, requestId: lastReplyId, command: next };
    }
  }

  #send(request: WireRequest, reply: Document, moreToCome: boolean): Promise<void> | undefined {
    lastReplyId = (lastReplyId + 1) % 0x7fffffff;
    const frame = encodeReply(request, lastReplyId, reply, moreToCome);
    this.#server.activity.bytesOut += frame.length;
    if (this.#socket.write(frame)) return undefined;
    this.#outgoing.hold(frame.length);
    return new Promise((resolve) => {
      const go = (): void => {
        this.#outgoing.hold(0);
        this.#socket.off('drain', go).off('close', go);
        resolve();
      };
      this.#socket.on('drain', go).on('close', go);
    });
  }

  #fail(error: unknown): void {
    const reason = error instanceof MalformedBson ? `malformed message: ${error.message}` : String(error);
    this.#server.log(`connection ${this.id} closed: ${reason}`);
    this.#socket.destroy();
  }
}

/** What a client that waits for changes of the server would ask next; it is answered unasked. */
function nextToStream(command: Document | MongoError, reply: Document): Document | undefined {
  const version = reply.get('topologyVersion');
  if (command instanceof MongoError || !command.has('maxAwaitTimeMS') || version === undefined) return undefined;
  return new Map([...command, ['topologyVersion', version]]);
}
