import { version } from '@assay/contract';
import { buildCommand } from './buildCommand.ts';
import { cancelCommand } from './cancelCommand.ts';
import { configCommand } from './configCommand.ts';
import { deployCommand } from './deployCommand.ts';
import { CommandFailure, type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { gateCommand } from './gateCommand.ts';
import { helps } from './help.ts';
import { importCommand } from './importCommand.ts';
import { mcpCommand } from './mcpCommand.ts';
import { messageCommand } from './messageCommand.ts';
import { planCommand } from './planCommand.ts';
import { printable } from './printable.ts';
import { runCommand } from './runCommand.ts';
import { uploadCommand } from './uploadCommand.ts';
import { waitCommand } from './waitCommand.ts';

const commands: Readonly<Record<string, (args: string[]) => Promise<ExitCode>>> = {
  run: runCommand,
  plan: planCommand,
  upload: uploadCommand,
  import: importCommand,
  build: buildCommand,
  deploy: deployCommand,
  config: configCommand,
  gate: gateCommand,
  wait: waitCommand,
  cancel: cancelCommand,
  message: messageCommand,
  mcp: mcpCommand,
};

async function main([name = '--help', ...args]: string[]): Promise<ExitCode> {
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(helps.general);
    return exitCodes.passed;
  }
  if (name === '--version') {
    process.stdout.write(`${version}\n`);
    return exitCodes.passed;
  }
  const command = commands[name];
  if (!command) throw usageFailure(`There is no command '${name}'.`);
  return command(args);
}

// The exit code is set rather than forced: output to a pipe is written completely.
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  process.stderr.write(`${printable(error.message)}\n`);
  process.exitCode = error.exitCode;
}
