/** The environment that every new account has: wherever the tests run by themselves. */
export const firstEnvironment = { key: 'local', name: 'Local' } as const;
