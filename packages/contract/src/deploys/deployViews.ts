import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { formFields } from '../formFields.ts';
import { BuildId, DeployId, EnvironmentId, Nullable, Position, ProjectId, TestRunId, Time } from '../ids.ts';
import { messages } from '../messages.ts';
import { TestRunStatus } from '../testRuns/testRunStatus.ts';

/** What was deployed, and where. A branch, a commit or a build must name the version. */
export const CreateDeployRequest = Type.Object(
  {
    environment: Type.String({
      minLength: 1,
      maxLength: 80,
      description: "the environment's key or id",
      'x-texts': { blank: messages.selectEnvironment },
    }),
    branch: Type.Optional(Nullable(Type.String(formFields.branch))),
    commit: Type.Optional(Nullable(Type.String({ ...formFields.ref, description: 'a commit or tag' }))),
    buildId: Type.Optional(
      Nullable(Type.Unsafe<BuildId>({ ...BuildId, description: 'the uploaded build that was deployed; null: none' })),
    ),
    buildName: Type.Optional(
      Nullable(Type.String({ ...formFields.buildName, description: "the version's name; that of the build" })),
    ),
  },
  { additionalProperties: false },
);
export type CreateDeployRequest = Static<typeof CreateDeployRequest>;

export const DeployView = Type.Object({
  id: DeployId,
  projectId: ProjectId,
  environmentId: EnvironmentId,
  environment: Type.Object({ id: EnvironmentId, key: Type.String(), name: Type.String() }),
  branch: Nullable(Type.String()),
  commit: Nullable(Type.String()),
  build: Nullable(Type.Object({ id: BuildId, name: Type.String(), commit: Nullable(Type.String()) })),
  buildName: Nullable(Type.String()),
  createdBy: PersonView,
  createdAt: Time,
  updatedAt: Time,
  position: Position,
  revision: Type.String(),
});
export type DeployView = Static<typeof DeployView>;

export const DeployPage = Type.Object({
  deploys: Type.Array(DeployView),
  total: Type.Integer({ minimum: 0 }),
  position: Position,
});
export type DeployPage = Static<typeof DeployPage>;

/** The last deploy to an environment, and the newest run of its version there. */
export const LastDeployView = Type.Object({
  environmentId: EnvironmentId,
  deploy: Type.Object({
    id: DeployId,
    projectId: ProjectId,
    projectName: Type.String(),
    branch: Nullable(Type.String()),
    commit: Nullable(Type.String()),
    buildName: Nullable(Type.String()),
    createdAt: Time,
  }),
  testRun: Nullable(
    Type.Object({
      id: TestRunId,
      number: Type.Integer(),
      status: TestRunStatus,
      nothingCouldPass: Type.Boolean(),
      failCount: Type.Integer(),
    }),
  ),
});
export type LastDeployView = Static<typeof LastDeployView>;
