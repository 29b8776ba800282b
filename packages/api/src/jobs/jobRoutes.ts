import { frequencyText, jobCalls, type ScheduledJobView, type UserId } from '@assay/contract';
import type { JobCommand, ScheduledJobRow } from '@assay/operations';
import { noteStaffCommand } from '../accessLog/noteVisit.ts';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';

/** The process that runs most jobs holds this lease. */
const automationLease = 'automation';

const timeOf = (time: Date | null) => time?.toISOString() ?? null;

/** @returns the jobs as staff see them, those that fail first and those that are off last */
async function viewsOf({ readModels }: Api, rows: readonly ScheduledJobRow[]): Promise<ScheduledJobView[]> {
  const commands = rows.flatMap(({ toggled, requested, lastRequest }) => [toggled, requested, lastRequest]);
  const people = [...new Set(commands.flatMap((command) => (command ? [command.by] : [])))];
  const actors = await readModels.actors(people.map((id) => ({ kind: 'user' as const, id })));
  const by = (id: UserId) => ({ id, fullName: actors.get(id)?.fullName ?? null });
  const command = (one: JobCommand | null) => one && { at: one.at.toISOString(), by: by(one.by), reason: one.reason };
  const rank = ({ enabled, lastError }: ScheduledJobRow) => (enabled ? (lastError === null ? 1 : 0) : 2);
  return [...rows]
    .sort((a, b) => rank(a) - rank(b))
    .map((row) => ({
      id: row._id,
      createdAt: row.createdAt.toISOString(),
      className: row.className,
      functionName: row.functionName,
      process: row.process,
      frequencyDisplay: frequencyText(row.schedule),
      enabled: row.enabled,
      toggled: command(row.toggled),
      running: row.running,
      lastStartTime: timeOf(row.lastStartTime),
      lastDuration: row.lastDurationMs,
      lastError: row.lastError,
      failingSince: timeOf(row.failingSince),
      failures: row.failures,
      nextRunTime: row.enabled ? timeOf(row.nextRunTime) : null,
      lastRuns: row.lastRuns.map(({ startTime, durationMs: duration, failed }) => ({
        startTime: startTime.toISOString(),
        duration,
        failed,
      })),
      requested: command(row.requested),
      lastRequest: row.lastRequest && {
        at: row.lastRequest.at.toISOString(),
        by: by(row.lastRequest.by),
        reason: row.lastRequest.reason,
        startTime: row.lastRequest.startTime.toISOString(),
        duration: row.lastRequest.durationMs,
        error: row.lastRequest.error,
        dbRequests: row.lastRequest.dbRequests,
      },
    }));
}

async function viewOf(api: Api, row: ScheduledJobRow): Promise<ScheduledJobView> {
  const [view] = await viewsOf(api, [row]);
  if (!view) throw new ApiError('job.notFound');
  return view;
}

const listJobs = route(jobCalls.listJobs, async ({ api }) => ({
  jobs: await viewsOf(api, await api.operations.scheduledJobs.list()),
  running: await api.operations.processLeases.isHeld(automationLease),
}));

const toggleJob = route(
  jobCalls.toggleJob,
  async ({ api, caller: { userId }, params: { id }, body: { enabled, reason }, request }) => {
    const row = await api.operations.scheduledJobs.toggle(id, enabled, { by: userId, reason });
    if (!row) throw new ApiError('job.notFound');
    const action = row.enabled ? 'jobTurnedOn' : 'jobTurnedOff';
    await noteStaffCommand(api, request, { userId, action, about: `${id}: ${reason}` });
    logSecurity(api.config.securityLog, request, action, { job: id });
    return viewOf(api, row);
  },
);

const runJob = route(
  jobCalls.runJob,
  async ({ api, caller: { userId }, params: { id }, body: { reason }, request }) => {
    const { scheduledJobs } = api.operations;
    const row = await scheduledJobs.request(id, { by: userId, reason });
    if (!row) {
      const exists = (await scheduledJobs.list()).some(({ _id }) => _id === id);
      throw new ApiError(exists ? 'job.running' : 'job.notFound');
    }
    await noteStaffCommand(api, request, { userId, action: 'jobRun', about: `${id}: ${reason}` });
    logSecurity(api.config.securityLog, request, 'jobRun', { job: id });
    return viewOf(api, row);
  },
);

/** The periodic duties of the service, for staff. */
export const jobRoutes: readonly Route[] = [listJobs, toggleJob, runJob];
