import {
  type AlertAction,
  type AlertEventType,
  type AlertSend,
  type AlertView,
  alertEventLabels,
} from '@assay/contract';

export const sendLabels: Record<AlertSend, string> = {
  onChange: 'on change only',
  firstFailure: 'at the first failure',
  everyRun: 'with every run',
};

export const destinationLabels: Record<AlertAction, string> = {
  TRIGGER_WEBHOOK: 'Webhook URL',
  SEND_SLACK: 'Slack Channel',
  SEND_MICROSOFT_TEAMS: 'Microsoft Teams Incoming Webhook URL',
  TRIGGER_OPSGENIE: 'Responding team',
  SEND_EMAIL: 'Email addresses',
};

/** @returns `Test run fails` */
export function titleOfEvent(event: AlertEventType): string {
  const label = alertEventLabels[event];
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** @returns who gets it, in short */
export function receiverOf({ actionType, destination }: Pick<AlertView, 'actionType' | 'destination'>): string {
  if (destination !== '') return destination;
  if (actionType === 'SEND_EMAIL') return 'the administrators';
  return actionType === 'TRIGGER_OPSGENIE' ? 'OpsGenie' : '';
}

/** @returns which runs an alert is about, in short */
export function criteriaText({ criteria, project, environment, pipelineStage, testSuite }: AlertView): string {
  const { branches, tags, testName, minCount, minPercent, inARow } = criteria;
  const parts = [
    project?.name ?? 'any project',
    environment?.name,
    pipelineStage?.name,
    testSuite?.name,
    branches.length > 0 ? branches.join(', ') : null,
    tags.length > 0 ? tags.join(', ') : null,
    testName === null ? null : `tests named “${testName}”`,
    minCount > 1 ? `${minCount} tests or more` : null,
    minPercent > 0 ? `${minPercent}% or more` : null,
    inARow > 1 ? `${inARow} in a row` : null,
  ];
  return parts.filter((part) => part).join(', ');
}
