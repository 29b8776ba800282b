import { releaseUnrequestedUses } from '../analysis/releaseUnrequestedUses.ts';
import { reconcileSubscriptions } from '../billing/reconcileSubscriptions.ts';
import { expireDetails } from '../retention/expireDetails.ts';
import { readIssueStatuses } from '../trackedIssues/readIssueStatuses.ts';
import { settleIssueAttempts } from '../trackedIssues/settleIssueAttempts.ts';
import { fireTriggers } from '../triggers/fireTriggers.ts';
import { startWaitingSlots } from '../triggers/startWaitingSlots.ts';
import { endCutOffUploads } from './endCutOffUploads.ts';
import { endOverdueTrials } from './endOverdueTrials.ts';
import { endQuarantines } from './endQuarantines.ts';
import { endStaffRoles } from './endStaffRoles.ts';
import { expireLeases } from './expireLeases.ts';
import { expireSilentAgents } from './expireSilentAgents.ts';
import type { Job } from './jobs.ts';
import { timeOutRuns } from './timeOutRuns.ts';
import { withdrawExpiredInvitations } from './withdrawExpiredInvitations.ts';

/** The periodic jobs of the automation, created anew on each start because some hold state. */
export function automationJobs(): Job[] {
  return [
    expireLeases,
    timeOutRuns,
    expireSilentAgents,
    endCutOffUploads,
    endOverdueTrials,
    endQuarantines,
    endStaffRoles,
    withdrawExpiredInvitations,
    fireTriggers(),
    startWaitingSlots,
    expireDetails(),
    readIssueStatuses(),
    settleIssueAttempts(),
    releaseUnrequestedUses,
    reconcileSubscriptions,
  ];
}
