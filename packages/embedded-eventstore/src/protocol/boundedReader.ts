import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import { BinaryReader } from 'google-protobuf';

/** A message type of the generated code. */
type MessageType<Request> = {
  new (): Request;
  deserializeBinaryFromReader(message: Request, reader: BinaryReader): Request;
};

/**
 * Reads messages from clients. The protobuf library trusts the length of a nested message: one that claims four
 * gigabytes would keep it busy for minutes with bytes that do not exist. Here a length has to fit its message.
 */
class BoundedReader extends BinaryReader {
  readonly #bytes: Uint8Array;
  #end: number;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.#bytes = bytes;
    this.#end = bytes.length;
    const readUnbounded = this.readMessage;
    this.readMessage = (message, read) => {
      const outer = this.#end;
      this.#end = this.#endOfNested(this.getCursor());
      readUnbounded.call(this, message, read);
      this.#end = outer;
    };
  }

  /** @param at offset of the length, a varint */
  #endOfNested(at: number): number {
    let length = 0;
    for (let cursor = at, factor = 1; cursor < this.#end && factor < 2 ** 35; cursor += 1, factor *= 128) {
      const byte = this.#bytes[cursor] ?? 0;
      length += (byte & 0x7f) * factor;
      if (byte >= 0x80) continue;
      const end = cursor + 1 + length;
      if (end <= this.#end) return end;
      break;
    }
    throw new RangeError('A message claims to be longer than it is.');
  }
}

/** The same service with bounded reading of its requests. */
export function readWithBounds<Service extends ServiceDefinition>(service: Service): Service {
  const methods = Object.entries(service).map(([name, method]) => [name, bounded(method)]);
  return { ...service, ...Object.fromEntries(methods) };
}

function bounded<Request, Response>(method: MethodDefinition<Request, Response>): MethodDefinition<Request, Response> {
  if (!hasRequestType(method)) throw new Error(`${method.path} does not name the type of its requests.`);
  const { requestType } = method;
  return {
    ...method,
    requestDeserialize: (bytes) => requestType.deserializeBinaryFromReader(new requestType(), new BoundedReader(bytes)),
  };
}

/** The generated code has this beside what the gRPC library's type declares. */
function hasRequestType<Request, Response>(
  method: MethodDefinition<Request, Response>,
): method is MethodDefinition<Request, Response> & { requestType: MessageType<Request> } {
  return 'requestType' in method;
}
