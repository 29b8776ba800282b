import { type AccountId, channelOfDestination, formFields, messages } from '@assay/contract';
import type { ActiveAlert } from '@assay/domain';
import type { Application } from '../application.ts';
import { findTeamsChannel } from '../authorizations/teamsChannels.ts';
import { errorsOf, type FieldError, InvalidFields } from '../invalidFields.ts';
import { findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';
import { addressesOf, type RequestedAlert } from './alertOf.ts';

const email = new RegExp(formFields.email.pattern, 'u');
const url = new RegExp(formFields.url.pattern, 'u');

function isUrl(text: string): boolean {
  return url.test(text) && URL.canParse(text);
}

/** @returns the error of an alert's destination; null: none */
function destinationProblem({ settings: { actionType }, destination }: RequestedAlert): string | null {
  switch (actionType) {
    case 'TRIGGER_WEBHOOK':
      return isUrl(destination) ? null : messages.validWebhookUrl;
    case 'SEND_MICROSOFT_TEAMS':
      return isUrl(destination) && destination.toLowerCase().startsWith('https:') ? null : messages.validTeamsUrl;
    case 'SEND_SLACK':
      return destination === '' ? messages.slackChannel : null;
    case 'SEND_EMAIL':
      return addressesOf(destination).every((address) => email.test(address)) ? null : messages.invalidEmail;
    case 'TRIGGER_OPSGENIE':
      return null;
  }
}

/**
 * @param before null: the alert is new. Its current channel may have been disconnected
 * @returns all errors of an alert beyond the schema of its call
 */
export async function errorsOfAlert(
  app: Application,
  accountId: AccountId,
  alert: RequestedAlert,
  before: ActiveAlert | null = null,
): Promise<FieldError[]> {
  const { eventType, projectId, environmentId, pipelineStageId, testSuiteId, testName } = alert.settings;
  const channel = channelOfDestination(alert.settings.actionType, alert.destination);
  const fails = (field: string, message: string) => {
    throw new InvalidFields({ field, message });
  };
  return errorsOf(
    () => {
      const problem = channel === null ? destinationProblem(alert) : null;
      if (problem !== null) fails('destination', problem);
    },
    async () => {
      if (channel === null || alert.destination === before?.destination) return;
      if (!(await findTeamsChannel(app, accountId, channel))) fails('authorizationId', messages.noSuchTeamsChannel);
    },
    () => {
      if (eventType === 'TESTRUN_MATCHES' && testName === null) fails('criteria.testName', messages.alertTestName);
    },
    async () => {
      if (projectId && !(await findNamed(app, namedThings.project, accountId, projectId))) {
        fails('criteria.projectId', messages.noSuchProject);
      }
    },
    async () => {
      if (environmentId && !(await findNamed(app, namedThings.environment, accountId, environmentId))) {
        fails('criteria.environmentId', messages.noSuchEnvironment);
      }
    },
    async () => {
      if (pipelineStageId && !(await findNamed(app, namedThings.pipelineStage, accountId, pipelineStageId))) {
        fails('criteria.pipelineStageId', messages.noSuchPipelineStage);
      }
    },
    async () => {
      if (testSuiteId && !(await findNamed(app, namedThings.testSuite, accountId, testSuiteId))) {
        fails('criteria.testSuiteId', messages.noSuchTestSuite);
      }
    },
  );
}
