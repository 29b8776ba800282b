import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable, UserId } from '../ids.ts';

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
