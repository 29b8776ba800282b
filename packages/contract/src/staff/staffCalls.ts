import { Type } from 'typebox';
import { AccountPlanRequest, EmployeeView } from '../accounts/accountViews.ts';
import { EmployeeAgentView } from '../agents/agentViews.ts';
import { CustomerIdView } from '../billing/billingViews.ts';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { AccountId, AgentId, UserRoleId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pagingFields } from '../paging.ts';
import { SetAsideReactionPage } from '../reactions/setAsideReactionView.ts';
import { StaffReason, StaffReasonRequest } from './staffRunViews.ts';
import {
  FingerprintComparison,
  fingerprintVersions,
  StaffAccountPage,
  StaffAccountView,
  StaffPersonPage,
  StaffRoleRequest,
} from './staffViews.ts';

const reason = 'Ticket 4077: old kernel';
const agentParams = Type.Object({ id: AgentId });
const reactionParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 160 }) });

export const staffCalls = {
  getStaffRight: call({
    method: 'GET',
    path: '/employee',
    summary: 'Whether the person who is signed in looks after the whole installation',
    permission: 'signedIn',
    answer: EmployeeView,
    example: {},
  }),
  listStaffAgents: call({
    method: 'GET',
    path: '/employee/agents',
    summary: 'Every agent of every account',
    permission: 'staff',
    answer: Type.Array(EmployeeAgentView),
    example: {},
  }),
  stopAgent: call({
    method: 'DELETE',
    path: '/employee/agents/:id',
    summary: 'Stop an agent: it hands back its work, ends all its processes and exits',
    permission: 'staff',
    params: agentParams,
    query: Type.Object({ reason: StaffReason }),
    answer: CommandAnswer,
    example: { params: { id: exampleIds.agent }, query: { reason } },
  }),
  replaceAgent: call({
    method: 'POST',
    path: '/employee/agents/:id/replace',
    summary: 'Replace an agent: it finishes its work, takes no more, and a new one takes its place on the machine',
    permission: 'staff',
    params: agentParams,
    body: StaffReasonRequest,
    answer: CommandAnswer,
    example: { params: { id: exampleIds.agent }, body: { reason } },
  }),
  listStaffPeople: call({
    method: 'GET',
    path: '/employee/users',
    summary: 'The people of all accounts whose name or address has a text, by address',
    permission: 'staff',
    query: Type.Object({ search: Type.String({ minLength: 2, maxLength: 320 }), ...pagingFields() }),
    answer: StaffPersonPage,
    example: { query: { search: 'ada@' } },
  }),
  listStaffAccounts: call({
    method: 'GET',
    path: '/employee/accounts',
    summary: 'Every account with its plan, by name, or those whose name has a text',
    permission: 'staff',
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 320 })), ...pagingFields() }),
    answer: StaffAccountPage,
    example: {},
  }),
  getStaffAccount: call({
    method: 'GET',
    path: '/employee/accounts/:id',
    summary: 'An account with its plan',
    permission: 'staff',
    params: Type.Object({ id: AccountId }),
    answer: StaffAccountView,
    example: { params: { id: exampleIds.account } },
  }),
  changeAccountPlan: call({
    method: 'PUT',
    path: '/employee/accounts/:id/plan',
    summary: 'Give an account the plan of a tier, or the self-hosted plan again, which includes everything',
    permission: 'staff',
    params: Type.Object({ id: AccountId }),
    body: AccountPlanRequest,
    answer: CommandAnswer,
    example: { params: { id: exampleIds.account }, body: { tier: null } },
  }),
  getCustomerId: call({
    method: 'GET',
    path: '/employee/accounts/:id/customer-id',
    summary: 'The id of an account at the payment processor',
    permission: 'staff',
    params: Type.Object({ id: AccountId }),
    answer: CustomerIdView,
    example: { params: { id: exampleIds.account } },
  }),
  compareFingerprints: call({
    method: 'GET',
    path: '/employee/accounts/:id/fingerprints',
    summary:
      'What would change in an account if another version of the fingerprint grouped its newest failures; it changes nothing, and its administrators see it in the access log',
    permission: 'staff',
    params: Type.Object({ id: AccountId }),
    query: Type.Object({
      from: Type.Optional(Type.Enum(fingerprintVersions)),
      to: Type.Optional(Type.Enum(fingerprintVersions)),
      failures: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.comparedFailures })),
    }),
    answer: FingerprintComparison,
    example: { params: { id: exampleIds.account } },
  }),
  takeStaffRole: call({
    method: 'POST',
    path: '/employee/roles',
    summary:
      'Take a role in any account, which ends by itself after 8 hours; its administrators are notified of who took it and why. It does not show values of variables',
    permission: 'staff',
    body: StaffRoleRequest,
    status: 201,
    answer: CommandAnswer,
    example: { body: { accountId: exampleIds.account, roleType: 'USER', reason: 'Asked for help with a trigger' } },
  }),
  dropOwnRole: call({
    method: 'DELETE',
    path: '/employee/roles/:id',
    summary: 'Give up a role of ones own in any account; the last administrator stays',
    permission: 'staff',
    params: Type.Object({ id: UserRoleId }),
    answer: CommandAnswer,
    example: { params: { id: exampleIds.userRole } },
  }),
  dropOwnRoleByQuery: call({
    method: 'DELETE',
    path: '/employee/roles',
    summary: 'The same, with the role in the query',
    permission: 'staff',
    query: Type.Object({ id: UserRoleId }),
    answer: CommandAnswer,
    example: { query: { id: exampleIds.userRole } },
  }),
  listSetAsideReactions: call({
    method: 'GET',
    path: '/employee/set-aside-reactions',
    summary: 'Reactions to events that keep failing, of all accounts, the newest failure first',
    permission: 'staff',
    query: Type.Object({ ...pagingFields() }),
    answer: SetAsideReactionPage,
    example: {},
  }),
  retrySetAsideReaction: call({
    method: 'POST',
    path: '/employee/set-aside-reactions/:id/retry',
    summary: 'Retry a dead-lettered reaction; it leaves the list when it succeeds',
    permission: 'staff',
    params: reactionParams,
    answer: CommandAnswer,
    example: { params: { id: 'offerWork-example' } },
  }),
};
