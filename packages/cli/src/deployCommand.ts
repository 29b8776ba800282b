import { randomUUID } from 'node:crypto';
import { type BuildId, type CreateDeployRequest, deployCalls } from '@assay/contract';
import { type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { findProject } from './findNamed.ts';
import { optionsOnly, readCommand, required } from './options.ts';
import { jsonLine } from './printable.ts';
import { openServiceClient } from './serviceClient.ts';

/** `assay deploy` */
export async function deployCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('deploy', args, {
    project: { type: 'string' },
    environment: { type: 'string' },
    branch: { type: 'string' },
    commit: { type: 'string' },
    build: { type: 'string' },
    'build-name': { type: 'string' },
    'idempotency-key': { type: 'string' },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  optionsOnly('deploy', positionals);
  const key = required('project', values.project);
  const request: CreateDeployRequest = {
    environment: required('environment', values.environment),
    branch: values.branch,
    commit: values.commit,
    buildId: values.build as BuildId | undefined,
    buildName: values['build-name'],
  };
  if (!request.branch && !request.commit && !request.buildId) {
    throw usageFailure('Say what was deployed: --commit, --branch or --build.');
  }
  const client = openServiceClient(values.url, process.env);
  const project = await findProject(client, key);
  const { id } = await client.call(
    deployCalls.createDeploy,
    { params: { id: project.id }, body: request },
    { idempotencyKey: values['idempotency-key'] ?? randomUUID() },
  );
  const { environment } = request;
  process.stdout.write(values.json ? jsonLine({ id, project: project.key, environment }) : `${id}\n`);
  return exitCodes.passed;
}
