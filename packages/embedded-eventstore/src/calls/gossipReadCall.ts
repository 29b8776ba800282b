import { randomUUID } from 'node:crypto';
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared, { type Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';

const ticksPerMs = 10_000n;

const defaultPort = 80;

/**
 * `Gossip.Read`: the cluster consists of this node, which is its leader. Clients that discover their node call it. They
 * get the address they used, which is also right behind a mapped port and when the server listens on all addresses.
 */
export function gossipReadCall() {
  const instanceId = new shared.UUID().setString(randomUUID());
  return (call: ServerUnaryCall<Empty, ClusterInfo>, answer: sendUnaryData<ClusterInfo>): void => {
    const { hostname, port } = new URL(`http://${call.getHost()}`);
    const member = new gossip.MemberInfo()
      .setInstanceId(instanceId)
      .setTimeStamp(String(BigInt(Date.now()) * ticksPerMs))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress(hostname).setPort(Number(port) || defaultPort));
    answer(null, new gossip.ClusterInfo().setMembersList([member]));
  };
}
