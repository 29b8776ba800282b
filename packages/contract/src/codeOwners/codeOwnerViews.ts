import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable, ProjectId, TeamId, TestId, UserId } from '../ids.ts';

export const CodeOwnersQuery = Type.Object({
  commit: Type.String({ minLength: 1, maxLength: 64 }),
  file: Type.String({ ...formFields.path, description: 'as the test names it' }),
});

export const CodeOwner = Type.Object({
  name: Type.String({ description: 'as the file has it: `@name`, `@organization/team` or an email address' }),
  userId: Nullable(
    Type.Unsafe<UserId>({
      ...UserId,
      description: 'the member with this email address or this name at the git service; null: not found',
    }),
  ),
  team: Nullable(
    Type.Object(
      { id: TeamId, name: Type.String(), userIds: Type.Array(UserId, { description: 'its members, by name' }) },
      {
        description: 'the team of the account with the last part of `@organization/team` as its name; null: not found',
      },
    ),
  ),
});
export type CodeOwner = Static<typeof CodeOwner>;

/** The owners of a file as the CODEOWNERS file of its repository names them. */
export const CodeOwnersView = Type.Object({
  path: Nullable(Type.String({ description: 'of the CODEOWNERS file; null: the commit has none' })),
  rules: Type.Array(
    Type.Object({
      line: Type.Integer({ minimum: 1 }),
      section: Nullable(Type.String({ description: 'of GitLab; null: no section' })),
      owners: Type.Array(CodeOwner, { description: 'empty: by the rule the file has no owner' }),
    }),
    { description: 'the rule that applies, in GitLab one of each section' },
  ),
});
export type CodeOwnersView = Static<typeof CodeOwnersView>;

/** The owners of flaky and broken tests by the CODEOWNERS files of their repositories. */
export const FlakyTestOwners = Type.Object({
  tests: Type.Array(
    Type.Object({ projectId: ProjectId, testId: TestId, owners: Type.Array(CodeOwner, { minItems: 1 }) }),
    { description: 'those with an owner' },
  ),
  unreadProjectIds: Type.Array(ProjectId, {
    description: 'projects whose repositories could not be read within 10 seconds',
  }),
});
export type FlakyTestOwners = Static<typeof FlakyTestOwners>;
