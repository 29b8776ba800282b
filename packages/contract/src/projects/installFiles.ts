/** Lock files of Node's package managers, with the manager. */
export const nodeLockFiles = [
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['yarn.lock', 'yarn'],
  ['pnpm-lock.yaml', 'pnpm'],
] as const satisfies readonly (readonly [file: string, manager: string])[];

/** Files that name the Python packages a folder's tests need, for pip; all that are there are installed. */
export const requirementFiles = [
  'requirements.txt',
  'requirements-test.txt',
  'requirements-tests.txt',
  'requirements-dev.txt',
  'test-requirements.txt',
  'tests/requirements.txt',
] as const;
