import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import { BinaryReader } from 'google-protobuf';

/** A message type of the generated code. */
type MessageType<Request> = {
  new (): Request;
  deserializeBinaryFromReader(message: Request, reader: BinaryReader): Request;
};

/**
 * Reads messages that come from outside. The protobuf library takes a nested message's length as it stands: one that says
 * it holds four gigabytes would keep it busy with bytes that are not there for minutes. Here it has to fit.
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

  /** @param at where the length is, as a varint */
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
    throw new RangeError('A message says that it is longer than it is.');
  }
}

/** The same service, whose requests are read with bounds. */
export function readWithBounds<Service extends ServiceDefinition>(service: Service): Service {
  const methods = Object.entries(service).map(([name, method]) => [name, bounded(method)]);
  return { ...service, ...Object.fromEntries(methods) };
}

function bounded<Request, Response>(method: MethodDefinition<Request, Response>): MethodDefinition<Request, Response> {
  if (!hasRequestType(method)) throw new Error(`${method.path} does not say what its requests are.`);
  const { requestType } = method;
  return {
    ...method,
    requestDeserialize: (bytes) => requestType.deserializeBinaryFromReader(new requestType(), new BoundedReader(bytes)),
  };
}

/** The generated code says so beside what the gRPC library's type knows of. */
function hasRequestType<Request, Response>(
  method: MethodDefinition<Request, Response>,
): method is MethodDefinition<Request, Response> & { requestType: MessageType<Request> } {
  return 'requestType' in method;
}
