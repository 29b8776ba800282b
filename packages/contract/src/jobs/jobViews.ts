import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable, Time, UserId } from '../ids.ts';

/** What a member of the staff did to a job, and why. */
const JobCommand = Type.Object({
  at: Time,
  by: Type.Object({ id: UserId, fullName: Nullable(Type.String()) }),
  reason: Type.String(),
});

/** A periodic duty of the service. */
export const ScheduledJobView = Type.Object({
  id: Type.String({ description: 'class and function name, with a dot between them' }),
  createdAt: Time,
  className: Type.String({ description: 'what it takes care of' }),
  functionName: Type.String(),
  process: Type.Enum(['automation', 'projector'] as const),
  frequencyDisplay: Type.String({ description: 'its schedule in words; times of day are in UTC' }),
  enabled: Type.Boolean(),
  /** Who turned it on or off last; null: it was never turned off. */
  toggled: Nullable(JobCommand),
  running: Type.Boolean(),
  lastStartTime: Nullable(Time),
  lastDuration: Nullable(Type.Number({ minimum: 0, description: 'milliseconds; null: no run has ended yet' })),
  lastError: Nullable(Type.String({ description: 'of the last run; null: it succeeded' })),
  failingSince: Nullable(Time),
  failures: Type.Integer({ minimum: 0, description: 'consecutive failed runs' }),
  /** Null: it is off, or no process runs it. */
  nextRunTime: Nullable(Time),
  lastRuns: Type.Array(
    Type.Object({ startTime: Time, duration: Type.Number({ minimum: 0 }), failed: Type.Boolean() }),
    { description: 'up to 20, oldest first' },
  ),
  /** A run on demand that has not started yet. */
  requested: Nullable(JobCommand),
  /** The last run on demand, with its outcome. */
  lastRequest: Nullable(
    Type.Object({
      ...JobCommand.properties,
      startTime: Time,
      duration: Nullable(Type.Number({ minimum: 0, description: 'null: it has not ended yet' })),
      error: Nullable(Type.String()),
      dbRequests: Type.Integer({ minimum: 0 }),
    }),
  ),
});
export type ScheduledJobView = Static<typeof ScheduledJobView>;

export const ScheduledJobList = Type.Object({
  jobs: Type.Array(ScheduledJobView),
  running: Type.Boolean({ description: 'whether a process runs the jobs of the automation' }),
});
export type ScheduledJobList = Static<typeof ScheduledJobList>;

const reason = Type.String({ ...formFields.reason, description: 'stored with the command in the staff access log' });

export const JobToggleRequest = Type.Object(
  { enabled: Type.Optional(Type.Boolean({ description: 'left out: the opposite of now' })), reason },
  { additionalProperties: false },
);

export const JobRunRequest = Type.Object({ reason }, { additionalProperties: false });
