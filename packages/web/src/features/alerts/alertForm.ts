import {
  type AlertAction,
  type AlertEventType,
  type AlertRequest,
  type AlertSend,
  type AlertView,
  type AuthorizationId,
  defaultAlertCriteria,
  type EnvironmentId,
  formFields,
  isSealed,
  mailDestinationOf,
  messages,
  type PipelineStageId,
  type ProjectId,
  type TestSuiteId,
  usualSend,
} from '@assay/contract';
import { object, string } from 'yup';
import { optionalText, wholeNumber } from '../../ui/form/fieldSchemas.ts';

/** In place of a connected channel: the destination is a URL. */
export const byUrl = 'url';

/** The form of an alert: empty texts stand for what is left open. */
export type AlertForm = {
  eventType: AlertEventType;
  actionType: AlertAction;
  destination: string;
  /** The connected channel of Microsoft Teams, or `byUrl`. */
  authorizationId: string;
  send: AlertSend;
  projectId: string;
  environmentId: string;
  pipelineStageId: string;
  testSuiteId: string;
  branches: string[];
  tags: string[];
  testName: string;
  minCount: number | '';
  minPercent: number | '';
  inARow: number | '';
};

/** @returns the form of an alert, or of a new one. A sealed address is not shown: typing another one replaces it. */
export function formOfAlert(alert: AlertView | null): AlertForm {
  const { eventType, actionType, destination } = alert ?? {
    // The least noise: a failure, once until it passes again.
    eventType: 'TESTRUN_FAIL' as const,
    actionType: 'SEND_SLACK' as const,
    destination: '',
  };
  const criteria = alert?.criteria ?? { ...defaultAlertCriteria, send: usualSend(eventType) };
  return {
    eventType,
    actionType,
    destination: isSealed(actionType) ? '' : destination,
    authorizationId: alert?.authorizationId ?? byUrl,
    ...criteria,
    projectId: criteria.projectId ?? '',
    environmentId: criteria.environmentId ?? '',
    pipelineStageId: criteria.pipelineStageId ?? '',
    testSuiteId: criteria.testSuiteId ?? '',
    testName: criteria.testName ?? '',
  };
}

/** Another event is sent as is usual for it. */
export function withEvent(form: AlertForm, eventType: AlertEventType): AlertForm {
  return { ...form, eventType, send: usualSend(eventType) };
}

/** No destination of one action is one of another. */
export function withAction(form: AlertForm, actionType: AlertAction): AlertForm {
  return actionType === form.actionType ? form : { ...form, actionType, destination: '', authorizationId: byUrl };
}

/** A suite is one of a project. */
export function withAlertProject(form: AlertForm, projectId: string): AlertForm {
  return { ...form, projectId, testSuiteId: '' };
}

function isUrl(text: string): boolean {
  return new RegExp(formFields.url.pattern, 'u').test(text) && URL.canParse(text);
}

function isEmails(text: string): boolean {
  const { addresses } = mailDestinationOf(text);
  return addresses.every((address) => new RegExp(formFields.email.pattern, 'u').test(address));
}

type Destination = Pick<AlertForm, 'actionType'> & Partial<Pick<AlertForm, 'destination' | 'authorizationId'>>;

/** @returns what is wrong with a destination, which Formik leaves out where it is empty; null: nothing */
function destinationProblem(
  { actionType, destination = '', authorizationId = byUrl }: Destination,
  kept: AlertAction | null,
): string | null {
  const text = destination.trim();
  if (authorizationId !== byUrl) return null;
  if (text === '' && kept === actionType && isSealed(actionType)) return null;
  switch (actionType) {
    case 'TRIGGER_WEBHOOK':
      return isUrl(text) ? null : messages.validWebhookUrl;
    case 'SEND_MICROSOFT_TEAMS':
      return isUrl(text) && /^https:/i.test(text) ? null : messages.validTeamsUrl;
    case 'SEND_SLACK':
      return text === '' ? messages.slackChannel : null;
    case 'SEND_EMAIL':
      return isEmails(text) ? null : messages.invalidEmail;
    case 'TRIGGER_OPSGENIE':
      return null;
  }
}

/** @param kept the action whose sealed address is stored; null: none is */
export function alertFormSchema(kept: AlertAction | null) {
  return object({
    destination: string().test({
      test: (_text, { parent, createError }) => {
        const problem = destinationProblem(parent as Destination, kept);
        return problem === null || createError({ message: problem });
      },
    }),
    testName: optionalText(formFields.alertTestName).when('eventType', ([eventType], schema) =>
      eventType === 'TESTRUN_MATCHES' ? schema.required(messages.alertTestName) : schema,
    ),
    minCount: wholeNumber(formFields.alertCount),
    minPercent: wholeNumber(formFields.alertPercent),
    inARow: wholeNumber(formFields.alertsInARow),
  });
}

/** @returns the request for an alert: trimmed, with empty fields as null */
export function alertRequestOf(form: AlertForm, status: AlertView['status']): AlertRequest {
  const text = (value: string) => value.trim() || null;
  const { eventType, actionType, authorizationId, send, branches, tags } = form;
  return {
    eventType,
    actionType,
    destination: text(form.destination),
    ...(actionType === 'SEND_MICROSOFT_TEAMS' && {
      authorizationId: authorizationId === byUrl ? null : (authorizationId as AuthorizationId),
    }),
    status,
    criteria: {
      send,
      projectId: text(form.projectId) as ProjectId | null,
      environmentId: text(form.environmentId) as EnvironmentId | null,
      pipelineStageId: text(form.pipelineStageId) as PipelineStageId | null,
      testSuiteId: text(form.testSuiteId) as TestSuiteId | null,
      branches,
      tags,
      testName: text(form.testName),
      minCount: Number(form.minCount),
      minPercent: Number(form.minPercent),
      inARow: Number(form.inARow),
    },
  };
}
