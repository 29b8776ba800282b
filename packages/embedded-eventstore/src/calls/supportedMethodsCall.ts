import features, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { ServerUnaryCall, ServiceDefinition, sendUnaryData } from '@grpc/grpc-js';

/** The release of EventStoreDB whose behaviour this server follows. */
const protocolRelease = '23.10.0';

/** Features that a method supports beyond existing. */
const methodFeatures: Record<string, string[]> = { '/event_store.client.streams.Streams/Read': ['position', 'events'] };

/** `ServerFeatures.GetSupportedMethods`: clients use it to choose between Append and BatchAppend. */
export function supportedMethodsCall(services: readonly ServiceDefinition[]) {
  const answerMessage = new features.SupportedMethods().setEventStoreServerVersion(protocolRelease);
  for (const { path } of services.flatMap((service) => Object.values(service))) {
    const [, serviceName = '', methodName = ''] = path.toLowerCase().split('/');
    const method = new features.SupportedMethod().setServiceName(serviceName).setMethodName(methodName);
    method.setFeaturesList(methodFeatures[path] ?? []);
    answerMessage.addMethods(method);
  }
  return (_call: ServerUnaryCall<Empty, SupportedMethods>, answer: sendUnaryData<SupportedMethods>): void =>
    answer(null, answerMessage);
}
