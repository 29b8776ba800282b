export const deployErrors = {
  'deploy.notFound': { status: 404, text: 'There is no such deploy.' },
  'deploy.exists': { status: 409, text: 'This deploy exists already.' },
  'deploy.versionMissing': { status: 400, text: 'You must select a branch', field: 'branch' },
} as const;
