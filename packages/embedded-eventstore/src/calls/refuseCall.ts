import { type ServerUnaryCall, type ServiceDefinition, status, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { CallError } from '../protocol/callErrors.ts';

/** Handlers that refuse every method of a service by name: UNIMPLEMENTED. */
export function refuseCalls(service: ServiceDefinition): UntypedServiceImplementation {
  const handlers: UntypedServiceImplementation = {};
  for (const [name, { path, responseStream }] of Object.entries(service)) {
    const refusal = () =>
      new CallError(
        status.UNIMPLEMENTED,
        `The embedded event store does not serve ${path.slice(1)}. It serves streams, $all and subscriptions to them; for anything else use an EventStoreDB server.`,
      );
    handlers[name] = responseStream
      ? (call: { emit(event: 'error', error: Error): unknown }) => call.emit('error', refusal())
      : (_call: ServerUnaryCall<unknown, unknown>, answer: (error: Error) => void) => answer(refusal());
  }
  return handlers;
}
