import { type AccountId, type AuthorizationId, messages } from '@assay/contract';
import { type ActiveAuthorization, authorizationDecider, DomainError } from '@assay/domain';
import type { AppendContext, CommandResult, HandleOptions } from '@assay/event-log';
import type { Application } from '../application.ts';
import { InvalidFields } from '../invalidFields.ts';
import { isSameName, type ReservedName } from '../reservations/reservedName.ts';
import { releaseName, withReservedNames } from '../reservations/reserveNames.ts';

type Deps = Pick<Application, 'eventLog' | 'operations' | 'owners'>;
type Context = AppendContext & Pick<HandleOptions, 'expectedRevision'>;

const provider = 'MicrosoftTeams';
const nameOf = (accountId: AccountId, value: string): ReservedName => ({
  kind: 'authorizationName',
  scope: accountId,
  value,
});
const streamOf = (id: AuthorizationId) => `authorization-${id}`;

/** A channel of Microsoft Teams as a form gives it: a name for people, and the Workflows URL, which is a secret. */
export type TeamsChannelFields = { identifier: string; token: string };

function requireChannel({ identifier, token }: TeamsChannelFields): void {
  const isUrl = /^https:/i.test(token) && URL.canParse(token);
  const errors = [
    ...(identifier.trim() === '' ? [{ field: 'identifier', message: messages.teamsChannelName }] : []),
    ...(isUrl ? [] : [{ field: 'token', message: messages.invalidUrl }]),
  ];
  if (errors.length > 0) throw new InvalidFields(...errors);
}

async function namedChannel<Result>(
  deps: Deps,
  { accountId, id, name }: { accountId: AccountId; id: AuthorizationId; name: string },
  context: AppendContext,
  make: () => Promise<Result>,
): Promise<Result> {
  return withReservedNames(deps, [nameOf(accountId, name)], streamOf(id), context, make).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'reservation.nameTaken') throw error;
    throw new InvalidFields({ field: 'identifier', message: messages.nameTaken });
  });
}

/**
 * Connects a channel under a name that is unique in the account.
 * @throws InvalidFields for a missing or taken name, and for anything but an https URL
 */
export async function connectTeamsChannel(
  deps: Deps,
  accountId: AccountId,
  authorizationId: AuthorizationId,
  fields: TeamsChannelFields,
  context: AppendContext,
): Promise<CommandResult> {
  requireChannel(fields);
  const identifier = fields.identifier.trim();
  const { token } = fields;
  const command = { type: 'grantAuthorization' as const, authorizationId, provider, identifier, token };
  return namedChannel(deps, { accountId, id: authorizationId, name: identifier }, context, () =>
    // A repeat with the same Idempotency-Key finds the channel.
    deps.eventLog.handle(
      authorizationDecider,
      authorizationId,
      (state) => (state.status === 'none' ? command : null),
      context,
    ),
  );
}

/**
 * Gives a connected channel another name or URL; alerts that go there follow.
 * @param channel as it is now
 * @throws InvalidFields as {@link connectTeamsChannel}
 */
export async function changeTeamsChannel(
  deps: Deps,
  accountId: AccountId,
  channel: ActiveAuthorization & { access: { means: 'token'; token: string } },
  { identifier = channel.identifier, token = channel.access.token }: Partial<TeamsChannelFields>,
  context: Context,
): Promise<CommandResult> {
  requireChannel({ identifier, token });
  const { authorizationId: id, identifier: before } = channel;
  const name = identifier.trim();
  const change = () =>
    token === channel.access.token
      ? deps.eventLog.handle(authorizationDecider, id, { type: 'changeIdentifier', identifier: name }, context)
      : deps.eventLog.handle(
          authorizationDecider,
          id,
          { type: 'grantAuthorization', authorizationId: id, provider, identifier: name, token },
          context,
        );
  if (isSameName(name, before)) return change();
  const result = await namedChannel(deps, { accountId, id, name }, context, change);
  await releaseName(deps, nameOf(accountId, before), streamOf(id), context);
  return result;
}

/** Releases the name of a channel that is disconnected. Safe to repeat. */
export async function releaseTeamsChannel(
  deps: Deps,
  accountId: AccountId,
  { authorizationId, identifier }: Pick<ActiveAuthorization, 'authorizationId' | 'identifier'>,
  context: AppendContext,
): Promise<void> {
  await releaseName(deps, nameOf(accountId, identifier), streamOf(authorizationId), context);
}

/** @returns the account's channel for alerts; null: it has no active one with that id */
export async function findTeamsChannel(
  { eventLog, owners }: Pick<Deps, 'eventLog' | 'owners'>,
  accountId: AccountId,
  id: AuthorizationId,
): Promise<ActiveAuthorization | null> {
  if ((await owners.ownerOf(streamOf(id))) !== accountId) return null;
  const { state } = await eventLog.load(authorizationDecider, id);
  return state.status === 'active' && state.provider === provider ? state : null;
}
