import { codeOwnerCalls } from '@assay/contract';
import { shownTo } from '../accounts/hiddenPeople.ts';
import { type Route, route } from '../http/route.ts';
import { repositoryOf } from '../projects/repositoryOf.ts';
import { codeOwnersAt, personNamed } from './codeOwnersAt.ts';

const getCodeOwners = route(codeOwnerCalls.getCodeOwners, async ({ api, caller, params, query: { commit, file } }) => {
  const repository = await repositoryOf(api, caller.accountId, params.id);
  const named = { folder: repository.workingDirectory, files: [file] };
  const found = await codeOwnersAt(api.repositories, repository, commit, named);
  if (found === null) return { path: null, rules: [] };
  const isShown = await shownTo(api, caller);
  const people = (await caller.models.namedPeople()).filter(({ emails: [email = ''] }) => isShown({ email }));
  const rules = (found.rulesOf.get(file) ?? []).map(({ line, section, owners }) => ({
    line,
    section,
    owners: owners.map((name) => ({ name, userId: personNamed(name, people, repository) })),
  }));
  return { path: found.path, rules };
});

export const codeOwnerRoutes: readonly Route[] = [getCodeOwners];
