import { type GitService, gitServiceNames, type ServiceRepository } from '@assay/contract';
import { useMay } from '../../../connection/currentUser.ts';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useListAuthorizationsQuery, useListServiceRepositoriesQuery } from '../../../connection/serviceHooks.ts';

/** What a connected git service offers to choose from. */
export type ServiceRepositories = {
  name: string;
  repositories: readonly ServiceRepository[];
  /** Why they cannot be listed; null: they can. */
  failure: string | null;
};

function useRepositoriesAt(provider: GitService): ServiceRepositories | null {
  const maySee = useMay('authorization.read');
  const { data: connected } = useListAuthorizationsQuery(undefined, { skip: !maySee });
  const id = connected?.find((one) => one.provider === provider)?.id;
  const { data, error } = useListServiceRepositoriesQuery({ params: { id: id ?? '' } }, { skip: id === undefined });
  if (id === undefined) return null;
  const failure = error ? (asServiceError(error)?.message ?? 'It cannot be reached.') : null;
  return { name: gitServiceNames[provider], repositories: data ?? [], failure };
}

/** @returns the git services that the account has connected, for whoever may see that */
export function useServiceRepositories(): ServiceRepositories[] {
  const gitHub = useRepositoriesAt('GitHub');
  const gitlab = useRepositoriesAt('Gitlab');
  const bitbucket = useRepositoriesAt('BitBucket');
  const dataCenter = useRepositoriesAt('BitBucketServer');
  return [gitHub, gitlab, bitbucket, dataCenter].filter((service) => service !== null);
}
