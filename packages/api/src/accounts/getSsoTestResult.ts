import { ssoRoleCalls } from '@assay/contract';
import { fittingSsoRule, isLeftOut } from '@assay/domain';
import { takeAttempt } from '../authProviders/authReturn.ts';
import { receivedClaims } from '../authProviders/receivedClaims.ts';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const getSsoTestResult = route(
  ssoRoleCalls.getSsoTestResult,
  async ({ api, body: { authId }, caller: { accountId, models }, request }) => {
    const seen = await takeAttempt(api, request, authId, 'tested');
    if (seen.accountId !== accountId) throw new ApiError('authReturn.invalid');
    const { provider, problem, emailVerified, claims } = seen;
    const { rules } = await models.ssoRoles();
    const own = rules.filter((rule) => rule.provider === provider);
    const fitting = problem === null ? fittingSsoRule(own, claims) : null;
    const rule = fitting === null || fitting === 'notTold' ? null : fitting;
    const leftOut = [...new Set(own.map(({ claim }) => claim))].filter((claim) => isLeftOut(claims, claim));
    return {
      provider,
      problem,
      emailVerified,
      ...receivedClaims(claims, rules, provider),
      leftOut,
      rule: rule === null ? null : rules.indexOf(rule),
      roleType: rule?.roleType ?? null,
    };
  },
);
