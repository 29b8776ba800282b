import { Type } from 'typebox';
import { call } from '../call.ts';
import { JobRunRequest, JobToggleRequest, ScheduledJobList, ScheduledJobView } from './jobViews.ts';

const params = Type.Object({ id: Type.String({ minLength: 3, maxLength: 120, pattern: '^[A-Za-z]+\\.[A-Za-z]+$' }) });
const example = { params: { id: 'WorkUnits.expireLeases' }, body: { reason: 'Asked why a run hangs' } };

export const jobCalls = {
  listJobs: call({
    method: 'GET',
    path: '/employee/jobs',
    summary: 'Every periodic duty of the service with its last and next run',
    permission: 'staff',
    answer: ScheduledJobList,
    example: {},
  }),
  toggleJob: call({
    method: 'POST',
    path: '/employee/jobs/:id/toggle-enabled',
    summary: 'Turn a job off or on again; it stays so after restarts. A run in progress finishes',
    permission: 'staff',
    params,
    body: JobToggleRequest,
    answer: ScheduledJobView,
    example,
  }),
  runJob: call({
    method: 'POST',
    path: '/employee/jobs/:id/run',
    summary: 'Run a job now, also one that is off; its outcome is in `lastRequest`',
    permission: 'staff',
    params,
    body: JobRunRequest,
    answer: ScheduledJobView,
    example,
  }),
};
