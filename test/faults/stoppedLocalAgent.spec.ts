import type { EmployeeAgentView } from '@assay/contract';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
});

const agentsOf = async (caller: Caller): Promise<EmployeeAgentView[]> => await caller.get('/employee/agents');

it("the installation's own agent, stopped by staff, stays stopped until the next start", async () => {
  const caller = await signIn(installation.url, admin);
  const agent = await eventually(
    async () => (await agentsOf(caller)).find(({ status }) => status === 'Running') ?? null,
  );
  expect((await caller.call('DELETE', `/employee/agents/${agent.id}?reason=Ticket%204077`)).status).toBe(200);

  // Whether to restart it is decided, and logged, when it ends.
  const told = await eventually(() => installation.lines.find((line) => line.startsWith('agent ')) ?? null);
  expect(told).toBe('agent has left as ordered; it starts again with the next npm start');
  await eventually(async () => (await agentsOf(caller)).every(({ status }) => status === 'Exited'));
  await eventually(() =>
    installation.pidOf('agent').then(
      () => false,
      () => true,
    ),
  );

  const { dataDir } = installation;
  expect(await installation.stop()).toBe(0);
  installation = await startInstallation({ dataDir });
  const again = await signIn(installation.url, admin);
  const back = await eventually(async () => (await agentsOf(again)).find(({ status }) => status === 'Running') ?? null);
  expect(back.id).toBe(agent.id);
});
