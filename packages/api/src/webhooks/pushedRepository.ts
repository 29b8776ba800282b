import type { IncomingHttpHeaders } from 'node:http';
import type { GitService } from '@assay/contract';

/** By which header each service says what it tells, and what changes branches or commits. */
const events: Readonly<Record<GitService, { header: string; pushes: readonly string[] }>> = {
  GitHub: { header: 'x-github-event', pushes: ['push', 'create', 'delete'] },
  Gitlab: { header: 'x-gitlab-event', pushes: ['Push Hook', 'Tag Push Hook'] },
  BitBucket: { header: 'x-event-key', pushes: ['repo:push'] },
  BitBucketServer: { header: 'x-event-key', pushes: ['repo:refs_changed'] },
};

/** What is read of a message; anything may be missing or of another type. */
type Told = {
  repository?: { full_name?: unknown; slug?: unknown; project?: { key?: unknown } };
  project?: { path_with_namespace?: unknown };
};

/** @returns the path of the repository that was pushed to, such as `northwind/shop`; null: the message tells something else */
export function pushedRepository(provider: GitService, headers: IncomingHttpHeaders, told: unknown): string | null {
  const { header, pushes } = events[provider];
  if (!pushes.includes(String(headers[header]))) return null;
  const { repository, project } = Object(told) as Told;
  switch (provider) {
    case 'GitHub':
    case 'BitBucket':
      return typeof repository?.full_name === 'string' ? repository.full_name : null;
    case 'Gitlab':
      return typeof project?.path_with_namespace === 'string' ? project.path_with_namespace : null;
    case 'BitBucketServer': {
      const { slug, project: within } = repository ?? {};
      return typeof slug === 'string' && typeof within?.key === 'string' ? `${within.key}/${slug}` : null;
    }
  }
}
