import { codeOwnerCalls } from '@assay/contract';
import { type Route, route } from '../http/route.ts';
import { repositoryOf } from '../projects/repositoryOf.ts';
import { codeOwnersAt } from './codeOwnersAt.ts';
import { flakyTestOwners } from './flakyTestOwners.ts';
import { ownerDirectory, shownOwners } from './ownerDirectory.ts';

const getCodeOwners = route(codeOwnerCalls.getCodeOwners, async ({ api, caller, params, query: { commit, file } }) => {
  const repository = await repositoryOf(api, caller.accountId, params.id);
  const named = { folder: repository.workingDirectory, files: [file] };
  const found = await codeOwnersAt(api.repositories, repository, commit, named);
  if (found === null) return { path: null, rules: [] };
  const ownerNamed = ownerDirectory(await shownOwners(api, caller), repository);
  const rules = (found.rulesOf.get(file) ?? []).map(({ line, section, owners }) => ({
    line,
    section,
    owners: owners.map((name) => ({ name, ...ownerNamed(name) })),
  }));
  return { path: found.path, rules };
});

const getFlakyTestOwners = route(codeOwnerCalls.getFlakyTestOwners, async ({ api, caller, query }) =>
  flakyTestOwners(api, caller, query),
);

export const codeOwnerRoutes: readonly Route[] = [getCodeOwners, getFlakyTestOwners];
