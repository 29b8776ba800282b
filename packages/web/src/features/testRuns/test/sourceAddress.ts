import type { ProjectView } from '@assay/contract';

type Repository = Pick<ProjectView, 'gitProvider' | 'gitOwner' | 'gitRepo'>;

/**
 * @param file path in the repository
 * @returns where a browser shows the line as it was at the commit; null where the repository's provider is not known
 */
export function sourceAddress(
  { gitProvider, gitOwner, gitRepo }: Repository,
  commit: string,
  file: string,
  line: number,
): string | null {
  if (!gitProvider || !gitOwner || !gitRepo) return null;
  const escaped = (path: string) => path.split('/').map(encodeURIComponent).join('/');
  const repository = `${escaped(gitOwner)}/${escaped(gitRepo)}`;
  const place = `${encodeURIComponent(commit)}/${escaped(file)}`;
  switch (gitProvider) {
    case 'GitHub':
      return `https://github.com/${repository}/blob/${place}#L${line}`;
    case 'Gitlab':
      return `https://gitlab.com/${repository}/-/blob/${place}#L${line}`;
    case 'BitBucket':
      return `https://bitbucket.org/${repository}/src/${place}#lines-${line}`;
    default:
      return gitProvider satisfies never;
  }
}
