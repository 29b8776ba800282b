import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { formFields } from '../formFields.ts';
import {
  AlertDeliveryId,
  AlertId,
  AuthorizationId,
  EnvironmentId,
  Nullable,
  PipelineStageId,
  Position,
  ProjectId,
  TestRunId,
  TestSuiteId,
  Time,
} from '../ids.ts';
import { limits } from '../limits.ts';
import { TagList } from '../testRuns/testSelection.ts';

/** What somebody is told of. */
export const alertEvents = [
  'TESTRUN_PASS',
  'TESTRUN_FAIL',
  'TESTRUN_COMPLETE',
  'TESTRUN_MATCHES',
  'TESTRUN_FLAKY',
  'TESTRUN_ANALYSIS_COMPLETE',
] as const;
export type AlertEventType = (typeof alertEvents)[number];

export const alertEventLabels: Record<AlertEventType, string> = {
  TESTRUN_PASS: 'test run passes',
  TESTRUN_FAIL: 'test run fails',
  TESTRUN_COMPLETE: 'test run completes',
  TESTRUN_MATCHES: 'test run matches',
  TESTRUN_FLAKY: 'test run is flaky',
  TESTRUN_ANALYSIS_COMPLETE: 'test run analysis completes',
};

/** How they are told. */
export const alertActions = [
  'TRIGGER_WEBHOOK',
  'SEND_SLACK',
  'SEND_MICROSOFT_TEAMS',
  'TRIGGER_OPSGENIE',
  'SEND_EMAIL',
] as const;
export type AlertAction = (typeof alertActions)[number];

export const alertActionLabels: Record<AlertAction, string> = {
  TRIGGER_WEBHOOK: 'Webhook',
  SEND_SLACK: 'Slack',
  SEND_MICROSOFT_TEAMS: 'Microsoft Teams',
  TRIGGER_OPSGENIE: 'OpsGenie',
  SEND_EMAIL: 'Email',
};

export const alertStatuses = ['ACTIVE', 'INACTIVE'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** `firstFailure`: as `onChange`, but while the run goes on, as soon as one of its tests has failed. */
export const alertSends = ['onChange', 'firstFailure', 'everyRun'] as const;
export type AlertSend = (typeof alertSends)[number];

/** Addresses of these actions open what they lead to, so nobody is shown more of them than their host. */
export function isSealed(action: AlertAction): boolean {
  return action === 'TRIGGER_WEBHOOK' || action === 'SEND_MICROSOFT_TEAMS';
}

const connectedChannel = 'authorization:';

/** @returns where an alert goes that is sent to a connected channel */
export function destinationOfChannel(id: AuthorizationId): string {
  return `${connectedChannel}${id}`;
}

/** @returns the connected channel that a stored destination names; null: it is a destination of its own */
export function channelOfDestination(action: AlertAction, destination: string): AuthorizationId | null {
  if (action !== 'SEND_MICROSOFT_TEAMS' || !destination.startsWith(connectedChannel)) return null;
  return destination.slice(connectedChannel.length) as AuthorizationId;
}

/** Whether the event is about tests that are wrong, so that there is something to be fixed. */
export function isTrouble(event: AlertEventType): boolean {
  return event === 'TESTRUN_FAIL' || event === 'TESTRUN_MATCHES' || event === 'TESTRUN_FLAKY';
}

/** Which runs an alert is about, and when it is sent. */
export const AlertCriteria = Type.Object(
  {
    send: Type.Enum(alertSends),
    projectId: Nullable(ProjectId),
    environmentId: Nullable(EnvironmentId),
    pipelineStageId: Nullable(PipelineStageId),
    testSuiteId: Nullable(TestSuiteId),
    branches: Type.Array(Type.String(formFields.branch), {
      maxItems: limits.alertBranches,
      description: 'one of which fits, * stands for anything; none: any branch',
    }),
    tags: Type.Unsafe<string[]>({ ...TagList, description: 'one of which the run was started with; none: any' }),
    testName: Nullable(
      Type.String({ ...formFields.alertTestName, description: 'what the name of a failed test contains' }),
    ),
    minCount: Type.Integer({ ...formFields.alertCount, description: 'failed or flaky tests that are needed' }),
    minPercent: Type.Integer({ ...formFields.alertPercent, description: 'of the tests that passed or failed' }),
    inARow: Type.Integer({ ...formFields.alertsInARow, description: 'runs in a row that are needed' }),
  },
  { additionalProperties: false },
);
export type AlertCriteria = Static<typeof AlertCriteria>;

export type AlertSettings = { eventType: AlertEventType; actionType: AlertAction } & AlertCriteria;

/** What an alert is about unless its form says otherwise. */
export const defaultAlertCriteria: AlertCriteria = {
  send: 'everyRun',
  projectId: null,
  environmentId: null,
  pipelineStageId: null,
  testSuiteId: null,
  branches: [],
  tags: [],
  testName: null,
  minCount: 1,
  minPercent: 0,
  inARow: 1,
};

/** @returns how an alert of the event is sent by default: what is wrong on change only. */
export function usualSend(event: AlertEventType): AlertSend {
  return isTrouble(event) ? 'onChange' : 'everyRun';
}

/** A whole alert; criteria that are left out have their defaults, and a sealed destination that is left out stays. */
export const AlertRequest = Type.Object(
  {
    eventType: Type.Enum(alertEvents),
    actionType: Type.Enum(alertActions),
    criteria: Type.Optional(Nullable(Type.Partial(AlertCriteria, { additionalProperties: false }))),
    destination: Type.Optional(
      Nullable(
        Type.String({
          ...formFields.alertDestination,
          description:
            'a URL (webhook, Microsoft Teams), a channel (Slack), a responding team or nothing (OpsGenie), or addresses with commas between them, among which `owners` are the owners of the tests that failed; without any, the administrators (email)',
        }),
      ),
    ),
    authorizationId: Type.Optional(
      Nullable(
        Type.Unsafe<AuthorizationId>({
          ...AuthorizationId,
          description: 'a connected channel of Microsoft Teams, in place of a URL',
        }),
      ),
    ),
    status: Type.Optional(Type.Enum(alertStatuses)),
  },
  { additionalProperties: false },
);
export type AlertRequest = Static<typeof AlertRequest>;

/** What a message says has happened. `failing`: the run still goes on. `recovered`: the outage of an environment is over. */
export const alertKinds = [
  'failed',
  'failing',
  'fixed',
  'passed',
  'completed',
  'flaky',
  'matched',
  'analyzed',
  'outage',
  'recovered',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Why there is no message. `notYet`: not enough runs in a row. `told`: the run's first failure was. */
export const heldBackReasons = ['unchanged', 'notYet', 'told', 'outage', 'silenced'] as const;
export type HeldBackReason = (typeof heldBackReasons)[number];

const Named = Type.Object({ id: Type.String(), name: Type.String() });

export const AlertView = Type.Object({
  id: AlertId,
  eventType: Type.Enum(alertEvents),
  actionType: Type.Enum(alertActions),
  criteria: AlertCriteria,
  destination: Type.String({ description: 'of a sealed one the host; of a connected channel its name' }),
  authorizationId: Nullable(
    Type.Unsafe<AuthorizationId>({ ...AuthorizationId, description: 'the connected channel of Microsoft Teams' }),
  ),
  unsubscribed: Type.Array(Type.String(), { description: 'addresses of it that want no mail of it any more' }),
  status: Type.Enum(alertStatuses),
  statusSince: Time,
  inactiveReason: Nullable(Type.String({ description: 'why it is not sent any more; null: somebody turned it off' })),
  silence: Nullable(
    Type.Object(
      { since: Time, until: Time, reason: Type.String(), by: PersonView },
      { description: 'the last one, even when it is over, unless it was ended early' },
    ),
  ),
  project: Nullable(Named),
  environment: Nullable(Named),
  pipelineStage: Nullable(Named),
  testSuite: Nullable(Named),
  createdAt: Time,
  sentCount: Type.Integer({ minimum: 0 }),
  failedCount: Type.Integer({ minimum: 0, description: 'messages that could not be delivered' }),
  heldBackCount: Type.Integer({ minimum: 0 }),
  lastDelivery: Nullable(
    Type.Object({
      at: Time,
      delivered: Type.Boolean(),
      attempts: Type.Integer(),
      detail: Nullable(Type.String({ description: 'why it was not' })),
    }),
  ),
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type AlertView = Static<typeof AlertView>;

/** Trouble is not told for a while; what is fixed is. */
export const SilenceRequest = Type.Object(
  { until: Time, reason: Type.String(formFields.reason) },
  { additionalProperties: false },
);
export type SilenceRequest = Static<typeof SilenceRequest>;

/** What an alert would have done, oldest first. */
export const AlertPreview = Type.Object({
  from: Time,
  to: Time,
  runCount: Type.Integer({ minimum: 0, description: 'runs that it is about' }),
  isCut: Type.Boolean({ description: 'there were more runs than it was tried on: the newest 2,000' }),
  sent: Type.Array(Type.Object({ at: Time, testRunId: TestRunId, kind: Type.Enum(alertKinds) })),
  heldBack: Type.Array(Type.Object({ at: Time, testRunId: TestRunId, reason: Type.Enum(heldBackReasons) })),
});
export type AlertPreview = Static<typeof AlertPreview>;

/** One try to deliver a message. */
export const DeliveryAttempt = Type.Object({
  at: Time,
  tookMs: Type.Integer({ minimum: 0 }),
  ok: Type.Boolean(),
  detail: Nullable(Type.String({ description: 'the answer, in short' })),
  cutOff: Type.Boolean({ description: 'it ended before there was an answer: it may have arrived' }),
});

export const AlertDeliveryView = Type.Object({
  id: AlertDeliveryId,
  kind: Type.Enum([...alertKinds, 'test']),
  summary: Type.String(),
  testRunId: Nullable(TestRunId),
  resendOf: Nullable(AlertDeliveryId),
  state: Type.Enum(['waiting', 'kept', 'done', 'refused', 'givenUp']),
  tries: Type.Array(DeliveryAttempt),
  nextTryAt: Nullable(Time),
  payload: Type.Unknown({ description: 'what is sent' }),
  createdAt: Time,
  endedAt: Nullable(Time),
});
export type AlertDeliveryView = Static<typeof AlertDeliveryView>;

export const AlertDeliveryPage = Type.Object({
  deliveries: Type.Array(AlertDeliveryView),
  total: Type.Integer({ minimum: 0 }),
});
export type AlertDeliveryPage = Static<typeof AlertDeliveryPage>;

/** The secret by which a receiver checks that a webhook comes from here. Nobody is shown it again. */
export const SigningSecretAnswer = Type.Object({ id: AlertId, signingSecret: Type.String() });
