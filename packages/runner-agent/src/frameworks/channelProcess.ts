import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessEnd, startProcess } from '../process/startProcess.ts';
import { type ChannelMessage, parseChannelLine } from './channelMessage.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';

/** How a framework is started; `script` is run by this process's own Node. */
export type FrameworkCommand = { script: string; args: readonly string[]; environment?: NodeJS.ProcessEnv };

export type ChannelProcess = {
  /** After every message has been dealt with. */
  ended: Promise<ProcessEnd>;
  end(): Promise<void>;
};

/**
 * Starts a framework with a reporter of ours inside. Messages are dealt with one after another, in the order in which
 * they were written.
 */
export async function startChannelProcess(
  context: FrameworkContext,
  command: FrameworkCommand,
  onMessage: (message: ChannelMessage) => void | Promise<void>,
  timeoutMs?: number,
): Promise<ChannelProcess> {
  const artifacts = await mkdtemp(join(context.scratch, 'artifacts-'));
  let dealtWith: Promise<void> = Promise.resolve();
  const process_ = startProcess({
    command: process.execPath,
    args: [command.script, ...command.args],
    directory: context.directory,
    environment: { ...context.environment, ...command.environment, ASSAY_ARTIFACTS: artifacts },
    mask: context.mask,
    signal: context.signal,
    timeoutMs,
    onOutput: context.print,
    onChannelLine: (line) => {
      const message = parseChannelLine(line);
      if (!message) {
        context.logger.debug({ line: line.slice(0, 200) }, 'not a message of a reporter');
        return;
      }
      dealtWith = dealtWith.then(() => onMessage(message));
      // Whoever waits for the end hears of it.
      dealtWith.catch(() => undefined);
    },
  });
  const ended = process_.ended.then(async (end) => {
    await dealtWith;
    return end;
  });
  return { ended, end: process_.end };
}
