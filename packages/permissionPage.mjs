// Writes docs/permissions.md: who may call what, from the calls' own declarations. Run by `npm run generate`; with
// `--check` it only says whether the page is up to date.
import { join } from 'node:path';
import { build } from 'esbuild';
import { writePage } from './writePage.mjs';

const root = join(import.meta.dirname, '..');

/** The contract as it runs: what it declares is partly computed. */
async function contract() {
  const entryPoints = [join(root, 'packages/contract/src/index.ts')];
  const options = { bundle: true, format: 'esm', platform: 'node', write: false, logLevel: 'warning' };
  const { outputFiles } = await build({ entryPoints, ...options });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

const { callsByArea, isOfAccount, rolesWith, roleLabels, apiKeyScopes, scopeIncludes } = await contract();
const calls = Object.values(callsByArea).flatMap((area) => Object.values(area));

const columns = [
  { title: 'Public', may: (permission) => permission === 'public' },
  { title: 'Signed in', may: (permission) => permission === 'public' || permission === 'signedIn' },
  ...['USER', 'ADMIN'].map((role) => ({
    title: roleLabels[role],
    may: (permission) => isOfAccount(permission) && rolesWith[permission].includes(role),
  })),
  ...apiKeyScopes.map((scope) => ({
    title: `Key ${scope}`,
    may: (permission) => isOfAccount(permission) && scopeIncludes(scope, permission),
  })),
  { title: 'Agent', may: (permission) => permission === 'agent' },
  { title: 'Staff', may: (permission) => permission === 'staff' },
];

const row = (cells) => `| ${cells.join(' | ')} |`;
const rowOf = ({ method, path, permission, summary, topic }) => {
  const heard = topic === undefined ? '' : ` (live: \`${typeof topic === 'string' ? topic : topic.topicName}\`)`;
  const marks = columns.map(({ may }) => (may(permission) ? '✓' : ''));
  return row([`\`${method} ${path}\``, ...marks, `${summary}${heard}`]);
};
const byPath = (a, b) => (a.path === b.path ? a.method.localeCompare(b.method) : a.path < b.path ? -1 : 1);

const text = `<!-- Made by \`npm run generate\` from the declarations of the calls. -->
# Permissions

Every call below \`/api\`, and who may use it. A role applies in the account that a request names; things of other
accounts are answered with 404. Callers of a read can also subscribe to its changes, under the topic named as live.
\`packages/api/test/access.int.spec.ts\` sends each call in each of these roles, from other accounts, as former members
and with expired sessions.

- **Signed in**: a user with a session, in any account or none; these calls are about the user only.
- **Key**: a program with an API key of that scope. The account's own key, which has no name, has the scope CI.
- **Agent**: a runner agent with its own token, for its assigned work.
- **Staff**: operators of the whole installation; they have no role in accounts by default.

${row(['Call', ...columns.map(({ title }) => title), 'What it does'])}
${row(['---', ...columns.map(() => ':-:'), '---'])}
${[...calls].sort(byPath).map(rowOf).join('\n')}
`;

writePage('docs/permissions.md', text);
