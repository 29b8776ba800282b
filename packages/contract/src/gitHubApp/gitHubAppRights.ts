/** What the calls of Assay and git itself need of a GitHub App, and nothing more; GitHub lists it before it makes the app. */
export const gitHubAppRights = [
  {
    id: 'contents',
    level: 'read',
    name: 'Contents',
    why: 'to check repositories out, and to list branches and commits',
  },
  { id: 'metadata', level: 'read', name: 'Metadata', why: 'to list the repositories that it was given' },
  { id: 'statuses', level: 'write', name: 'Commit statuses', why: 'to show at each commit how its runs stand' },
  {
    id: 'pull_requests',
    level: 'write',
    name: 'Pull requests',
    why: 'to comment on them, where an account asks for it',
  },
] as const;
