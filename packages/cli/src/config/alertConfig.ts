import { AlertCriteria, AlertRequest, type AlertView, formFields, isSealed, Nullable } from '@assay/contract';
import { type Static, Type } from 'typebox';
import type { Account } from './account.ts';
import { keyOf, nameOf } from './references.ts';
import { secretName, secretNameOf } from './secrets.ts';

const {
  projectId: _project,
  environmentId: _environment,
  pipelineStageId: _stage,
  testSuiteId: _suite,
  ...plain
} = AlertCriteria.properties;
export const plainCriteria = Object.keys(plain) as (keyof typeof plain)[];

const keyOrNull = Type.Optional(Nullable(Type.String(formFields.key)));
const nameOrNull = Type.Optional(Nullable(Type.String(formFields.name)));
const { eventType, actionType, status } = AlertRequest.properties;

/** An alert, by the names of what it is about. Where it goes is said in the open, or, of an address that is sealed, by
 * the name of a secret. */
export const ConfigAlertSchema = Type.Object(
  {
    eventType,
    actionType,
    project: keyOrNull,
    environment: keyOrNull,
    pipelineStage: nameOrNull,
    testSuite: nameOrNull,
    ...Type.Partial(Type.Object(plain)).properties,
    destination: Type.Optional(Type.String({ maxLength: 2000 })),
    destinationSecret: Type.Optional(Type.String(secretName)),
    status,
  },
  { additionalProperties: false },
);
export type ConfigAlert = Static<typeof ConfigAlertSchema>;

/** @returns what tells alerts apart, for they have no names: what they are about and how they tell it */
export function titleOfAlert(alert: Partial<ConfigAlert>): string {
  const { project, environment, pipelineStage, testSuite, branches, tags, testName } = alert;
  const about = { project, environment, pipelineStage, testSuite, testName };
  const texts = Object.entries(about).flatMap(([name, value]) => (value == null ? [] : [`${name} ${value}`]));
  const lists = Object.entries({ branches, tags }).flatMap(([name, values]) =>
    values === undefined || values.length === 0 ? [] : [`${name} ${[...values].sort().join(' ')}`],
  );
  return [`${alert.eventType} ${alert.actionType}`, ...texts, ...lists].join(', ');
}

export function alertOf(alert: AlertView, account: Account): ConfigAlert {
  const { eventType, actionType, criteria, destination, status } = alert;
  const picked = Object.fromEntries(plainCriteria.map((name) => [name, criteria[name]]));
  return {
    eventType,
    actionType,
    project: keyOf(account.projects, criteria.projectId),
    environment: keyOf(account.environments, criteria.environmentId),
    pipelineStage: nameOf(account.pipelineStages, criteria.pipelineStageId),
    testSuite: nameOf(account.testSuites, criteria.testSuiteId),
    ...(picked as Pick<AlertCriteria, keyof typeof plain>),
    ...(isSealed(actionType) ? { destinationSecret: secretNameOf(`ALERT_${destination}`) } : { destination }),
    status,
  };
}
