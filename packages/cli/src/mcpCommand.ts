import { apiKeyMay, type Call, type CallInput } from '@assay/contract';
import { mcpServer, Refused, serveStdio } from '@assay/mcp';
import { CommandFailure, type ExitCode, exitCodes } from './exitCodes.ts';
import { optionsOnly, readCommand } from './options.ts';
import { openServiceClient } from './serviceClient.ts';

/** `assay mcp`: serves the Model Context Protocol on standard input and output, until its client ends it. */
export async function mcpCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('mcp', args, {});
  if (!read) return exitCodes.passed;
  optionsOnly('mcp', read.positionals);
  const { url, call } = openServiceClient(read.values.url, process.env);
  const ask = async <C extends Call>(wanted: C, input: CallInput<C>) => {
    try {
      return await call(wanted, input);
    } catch (error) {
      throw error instanceof CommandFailure ? new Refused(error.message) : error;
    }
  };
  // What the key's scope leaves out, Assay refuses when it is asked.
  const server = serveStdio(() => mcpServer({ url, ask, may: apiKeyMay }));
  await new Promise((resolve) => process.stdin.once('end', resolve));
  await server.close();
  return exitCodes.passed;
}
