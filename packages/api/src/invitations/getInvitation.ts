import { canSignIn, findInvitation, userWithEmail } from '@assay/application';
import { invitationCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getInvitation = route(invitationCalls.getInvitation, async ({ api, query }) => {
  const { state, email, firstName, lastName } = await findInvitation(api, query);
  const account = await api.readModels.of(state.accountId).account();
  if (!account) throw new DomainError('invitation.invalid');
  const userId = await userWithEmail(api, email);
  const isKnown = userId !== null && (await canSignIn(api, userId));
  return { accountName: account.name, email, firstName, lastName, roleType: state.roleType, canSignIn: isKnown };
});
