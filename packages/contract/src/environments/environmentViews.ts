import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { EnvironmentId, Nullable, PipelineStageId, Position, Time } from '../ids.ts';
import { VariableRequests, VariableViews } from '../variables/variables.ts';

const name = Type.String(formFields.name);
const key = Type.String(formFields.key);
const url = Nullable(Type.String(formFields.url));
const maximumParallelTestRuns = Type.Integer({ ...formFields.maximumParallelTestRuns, description: '0 = no limit' });

const pipelineStageId = Nullable(PipelineStageId);

const saveAnyway = Type.Optional(
  Type.Boolean({
    description: 'whether variables of more than 32,767 characters are saved, which are refused otherwise',
  }),
);

export const CreateEnvironmentRequest = Type.Object(
  {
    name,
    key,
    url: Type.Optional(url),
    maximumParallelTestRuns: Type.Optional(maximumParallelTestRuns),
    pipelineStageId: Type.Optional(pipelineStageId),
    variables: Type.Optional(VariableRequests),
    saveAnyway,
    cloneOf: Type.Optional(
      Type.Unsafe<EnvironmentId>({
        ...EnvironmentId,
        description: 'an environment whose encrypted variables the new one takes where their values are left out',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CreateEnvironmentRequest = Static<typeof CreateEnvironmentRequest>;

/** Only fields sent are changed; `variables`, when sent, replaces the whole list. */
export const ChangeEnvironmentRequest = Type.Object(
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    maximumParallelTestRuns: Type.Optional(maximumParallelTestRuns),
    pipelineStageId: Type.Optional(pipelineStageId),
    variables: Type.Optional(VariableRequests),
    saveAnyway,
  },
  { additionalProperties: false },
);
export type ChangeEnvironmentRequest = Static<typeof ChangeEnvironmentRequest>;

export const EnvironmentView = Type.Object({
  id: EnvironmentId,
  key: Type.String(),
  name: Type.String(),
  archived: Type.Boolean(),
  url: Nullable(Type.String()),
  maximumParallelTestRuns,
  pipelineStageId,
  variables: VariableViews,
  createdAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type EnvironmentView = Static<typeof EnvironmentView>;
