import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js';
import operations, { type ScavengeResp } from '@eventstore/db-client/generated/operations_pb.js';
import { credentials, Metadata } from '@grpc/grpc-js';

/** The scavenge calls, which the Node.js client lacks. Close it after use. */
export const scavengesOf = (url: string) =>
  new operationsGrpc.OperationsClient(new URL(url.replace('esdb:', 'http:')).host, credentials.createInsecure());

/** Resolves when the scavenge has started. */
export function startScavenge(url: string): Promise<ScavengeResp> {
  const calls = scavengesOf(url);
  const request = new operations.StartScavengeReq().setOptions(new operations.StartScavengeReq.Options());
  return new Promise<ScavengeResp>((resolve, reject) => {
    calls.startScavenge(request, new Metadata(), (error, response) => (error ? reject(error) : resolve(response)));
  }).finally(() => calls.close());
}
