import type { AccountId, AuthorizationId, ExternalIdentityId, InvitationId, UserId } from '@assay/contract';
import { accountDecider, authorizationDecider, invitationDecider, userDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import { type NamedState, namedThings, reservedAs } from '../named/namedThings.ts';
import { isSameName, type ReservedName } from './reservedName.ts';

/** A name is reserved and used within one request, so one still unused after this long never will be. */
const maxHeldMs = 10 * 60_000;

/** Kinds with names of their own: whether one has the value. A person keeps it; an invitation, while it is open. */
const keepers: Record<string, (eventLog: EventLog, id: string, value: string) => Promise<boolean>> = {
  account: async ({ load }, id, value) => {
    const { state } = await load(accountDecider, id as AccountId);
    return state.exists && isSameName(state.name, value);
  },
  authorization: async ({ load }, id, value) => {
    const { state } = await load(authorizationDecider, id as AuthorizationId);
    return state.status === 'active' && isSameName(state.identifier, value);
  },
  user: async ({ load }, id) => (await load(userDecider, id as UserId)).state.exists,
  invitation: async ({ load }, id) => (await load(invitationDecider, id as InvitationId)).state.status === 'open',
};

/** Whether the owner of a stream exists and has the name. */
async function hasName(eventLog: EventLog, stream: string, { kind, value }: ReservedName): Promise<boolean> {
  const dash = stream.indexOf('-');
  const [category, id] = [stream.slice(0, dash), stream.slice(dash + 1)];
  if (kind === 'externalIdentity') {
    const { state } = await eventLog.load(userDecider, id as UserId);
    return state.externalIdentities.has(value as ExternalIdentityId);
  }
  if (keepers[category]) return keepers[category](eventLog, id, value);
  const things: Readonly<Record<string, (typeof namedThings)[keyof typeof namedThings]>> = namedThings;
  const thing = things[category];
  // The content of an upload belongs to its run, which may be resumed however long ago it started.
  if (!thing) return true;
  const owner: NamedState = await thing.stateOf(eventLog, id);
  if (owner.status !== 'active') return false;
  const own = kind === reservedAs(thing, 'key') ? owner.key : owner.name;
  return own !== undefined && isSameName(own, value);
}

/**
 * Whether the holder of a name never uses it, because the process that reserved it died before creating or renaming the
 * thing, or before releasing the name.
 * @param holder.heldSince when the name was reserved
 */
export async function isNameLeftOver(
  eventLog: EventLog,
  name: ReservedName,
  holder: { ownerStream: string; heldSince: Date },
): Promise<boolean> {
  if (Date.now() - holder.heldSince.getTime() < maxHeldMs) return false;
  return !(await hasName(eventLog, holder.ownerStream, name));
}
