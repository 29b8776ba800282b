import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { ProjectIdOrKey } from '../ids.ts';
import { CodeOwnersQuery, CodeOwnersView } from './codeOwnerViews.ts';

export const codeOwnerCalls = {
  getCodeOwners: call({
    method: 'GET',
    path: '/projects/:id/code-owners',
    summary:
      "Who owns a file by the CODEOWNERS file of the project's repository at a commit; 409 git.unreachable says why it cannot be read",
    permission: 'project.read',
    params: Type.Object({ id: ProjectIdOrKey }),
    query: CodeOwnersQuery,
    answer: CodeOwnersView,
    example: { params: { id: exampleIds.project }, query: { commit: 'abcdef', file: 'tests/cart.spec.ts' } },
  }),
};
