import { build } from 'vite';
import { callsAsSent } from './callsAsSent.ts';

/** What `isCreation` and requests read of a call must survive the build: without the status no creation has a key. */
it('leaves of each call what its request, tags and repeats need, and no schema', async () => {
  const source = `import { call } from 'call';
    export const teamCalls = {
      createTeam: call({ method: 'POST', path: '/team', summary: 'Create', permission: 'team.write', body: Schema,
        status: 201, answer: Answer, changes: [topics.teams], secretAnswer: true, example: { body: { name: 'Web' } } }),
      listTeams: call({ method: 'GET', path: '/team', topic: topics.teams, answer: Answer, example: {} }),
    };`;
  const id = '/packages/contract/src/teams/teamCalls.ts';
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name: 'source', resolveId: () => id, load: () => source }, callsAsSent()],
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: id, preserveEntrySignatures: 'strict', external: ['call'] },
    },
  });
  const [output] = [result].flat();
  const code = 'output' in output ? output.output[0].code : '';
  expect([...code.matchAll(/(\w+): (?!call)/g)].map(([, name]) => name)).toEqual([
    ...['method', 'path', 'status', 'changes', 'secretAnswer'],
    ...['method', 'path', 'topic'],
  ]);
});
