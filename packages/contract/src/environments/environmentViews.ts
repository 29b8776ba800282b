import { type Static, Type } from 'typebox';
import { changeProperties, createProperties, viewProperties } from '../declaredFields/fieldSchemas.ts';
import { EnvironmentId, Position, Time } from '../ids.ts';
import { VariableRequests, VariableViews } from '../variables/variables.ts';
import { environmentFields } from './environmentFields.ts';

const saveAnyway = Type.Optional(
  Type.Boolean({
    description: 'whether variables of more than 32,767 characters are saved, which are refused otherwise',
  }),
);

export const CreateEnvironmentRequest = Type.Object(
  {
    ...createProperties(environmentFields),
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
    ...changeProperties(environmentFields),
    variables: Type.Optional(VariableRequests),
    saveAnyway,
  },
  { additionalProperties: false },
);
export type ChangeEnvironmentRequest = Static<typeof ChangeEnvironmentRequest>;

export const EnvironmentView = Type.Object({
  id: EnvironmentId,
  ...viewProperties(environmentFields),
  archived: Type.Boolean(),
  variables: VariableViews,
  createdAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type EnvironmentView = Static<typeof EnvironmentView>;
