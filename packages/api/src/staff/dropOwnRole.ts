import { staffCalls, type UserRoleId } from '@assay/contract';
import { DomainError, userRolesDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Received, route } from '../http/route.ts';

type Dropping = Pick<Received<typeof staffCalls.dropOwnRole>, 'api' | 'caller' | 'context'>;

export const dropOwnRole = route(staffCalls.dropOwnRole, async ({ params: { id }, ...received }) => drop(received, id));

export const dropOwnRoleByQuery = route(staffCalls.dropOwnRoleByQuery, async ({ query: { id }, ...received }) =>
  drop(received, id),
);

/** @throws DomainError `userRole.notFound` for a role of somebody else, `userRole.lastAdministrator` */
async function drop({ api: { eventLog, readModels }, caller: { userId }, context }: Dropping, userRoleId: UserRoleId) {
  const user = await readModels.user(userId);
  const role = user?.roles.find(({ id }) => id === userRoleId);
  if (!role) throw new DomainError('userRole.notFound');
  const { accountId } = role;
  const command = { type: 'removeUserRole' as const, userRoleId, accountId };
  const result = await eventLog.handle(userRolesDecider, accountId, command, { ...context, accountId });
  return commandAnswer(eventLog, { ...result, id: userRoleId });
}
