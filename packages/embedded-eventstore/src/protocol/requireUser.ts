import { createHash, timingSafeEqual } from 'node:crypto';
import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';
import { unauthenticated } from './callErrors.ts';

/** The only user of a store: an administrator with all rights. */
export type UserCredentials = {
  user: string;
  password: string;
};

/** What clients ask before they authenticate: which node there is, and what it can do. */
export const openToAll: ReadonlySet<string> = new Set([
  '/event_store.client.gossip.Gossip/Read',
  '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
]);

/** Refuses every call without the user's name and password, except for a few discovery calls. */
export function requireUser({ user, password }: UserCredentials): ServerInterceptor {
  const expected = digest(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const given = String(metadata.get('authorization')[0] ?? '');
            if (openToAll.has(path) || timingSafeEqual(digest(given), expected)) proceed(metadata);
            else call.sendStatus(unauthenticated());
          },
        }),
    });
}

/** Hashes have the same length for any input, so comparing takes as long for a wrong password as for the right one. */
const digest = (text: string) => createHash('sha256').update(text).digest();
