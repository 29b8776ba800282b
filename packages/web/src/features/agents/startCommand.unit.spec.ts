import { startCommand } from './startCommand.ts';

it.each([
  ['posix', 'ASSAY_AGENT_TOKEN=t npx --yes "https://a.example/agent.tgz?1" --url https://a.example --capacity 2'],
  [
    'powershell',
    `$env:ASSAY_AGENT_TOKEN='t'; npx.cmd --yes "https://a.example/agent.tgz?1" --url https://a.example --capacity 2`,
  ],
] as const)('the command for %s has the token in a variable, not in an argument', (shell, command) => {
  const from = { origin: 'https://a.example', agentPackage: 'agent.tgz?1', token: 't', shell };
  expect(startCommand(from)).toBe(command);
});
