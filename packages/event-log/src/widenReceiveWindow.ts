import type { EventStoreDBClient } from '@eventstore/db-client';

/**
 * What the store may send ahead of a reader, in bytes: some of the largest events. HTTP/2's default of 64 KiB holds a
 * third of one, so a reader that is busy gets that much each time it looks, however little the processor has to do.
 */
const receiveWindowBytes = 2 * 1024 * 1024;

type Creator = { createChannel?: () => Promise<object> };

/**
 * Lets the store send further ahead. The official client has no such option, so it is added to its channel before that
 * connects; should a later release keep the options elsewhere, readers get slower and nothing else changes.
 */
export function widenReceiveWindow(client: EventStoreDBClient): void {
  const creator = client as unknown as Creator;
  const create = creator.createChannel;
  if (typeof create !== 'function') return;
  creator.createChannel = async () => {
    const channel = await create();
    const internal: unknown = Reflect.get(channel, 'internalChannel');
    const options: unknown = internal instanceof Object ? Reflect.get(internal, 'options') : null;
    if (options instanceof Object) Object.assign(options, { 'grpc-node.flow_control_window': receiveWindowBytes });
    return channel;
  };
}
