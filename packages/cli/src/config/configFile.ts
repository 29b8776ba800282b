import {
  CreateProjectRequest,
  CreateTestSuiteRequest,
  environmentFields,
  formFields,
  pipelineStageFields,
  runnerPoolFields,
} from '@assay/contract';
import { Type } from 'typebox';
import { type ConfigAlert, ConfigAlertSchema } from './alertConfig.ts';
import { type ConfigFields, configProperties } from './declaredConfig.ts';
import { secretName } from './secrets.ts';
import { type ConfigTestPlan, ConfigTestPlanSchema } from './testPlanConfig.ts';
import { type ConfigTrigger, ConfigTriggerSchema } from './triggerConfig.ts';

/** The version of the format, the first line of a file. */
export const configVersion = 1;

/** A variable: its value, or the name by which a secret is given. */
export type ConfigVariable = { key: string; value?: string; secret?: string; file?: boolean };

export type ConfigRunnerPool = ConfigFields<typeof runnerPoolFields>;

export type ConfigStage = ConfigFields<typeof pipelineStageFields> & { variables?: ConfigVariable[] };
export type ConfigEnvironment = ConfigFields<typeof environmentFields> & { variables?: ConfigVariable[] };

export type ConfigSuite = CreateTestSuiteRequest;
export type ConfigProject = CreateProjectRequest & { testSuites?: ConfigSuite[] };

/** What an account runs, where and how, with names and keys in place of ids. A kind that is left out is left alone. */
export type Config = {
  assay: typeof configVersion;
  runnerPools?: ConfigRunnerPool[];
  pipelineStages?: ConfigStage[];
  environments?: ConfigEnvironment[];
  projects?: ConfigProject[];
  testPlans?: ConfigTestPlan[];
  triggers?: ConfigTrigger[];
  alerts?: ConfigAlert[];
};

const closed = { additionalProperties: false };
const variables = Type.Optional(
  Type.Array(
    Type.Object(
      {
        key: Type.String(formFields.variableName),
        value: Type.Optional(Type.String(formFields.variableValue)),
        secret: Type.Optional(Type.String(secretName)),
        file: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    { maxItems: 200 },
  ),
);

/** The form of a file; `Config` is its type. */
export const ConfigSchema = Type.Object(
  {
    assay: Type.Literal(configVersion),
    runnerPools: Type.Optional(Type.Array(Type.Object(configProperties(runnerPoolFields), closed))),
    pipelineStages: Type.Optional(
      Type.Array(Type.Object({ ...configProperties(pipelineStageFields), variables }, closed)),
    ),
    environments: Type.Optional(Type.Array(Type.Object({ ...configProperties(environmentFields), variables }, closed))),
    projects: Type.Optional(
      Type.Array(
        Type.Object(
          { ...CreateProjectRequest.properties, testSuites: Type.Optional(Type.Array(CreateTestSuiteRequest)) },
          closed,
        ),
      ),
    ),
    testPlans: Type.Optional(Type.Array(ConfigTestPlanSchema)),
    triggers: Type.Optional(Type.Array(ConfigTriggerSchema)),
    alerts: Type.Optional(Type.Array(ConfigAlertSchema)),
  },
  closed,
);
