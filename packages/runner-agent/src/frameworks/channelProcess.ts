import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { channelLineLimit } from '../process/lineSplitter.ts';
import type { ProcessEnd } from '../process/startProcess.ts';
import { ChannelFile } from './channelFile.ts';
import { type ChannelMessage, parseChannelLine } from './channelMessage.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';

/** Length of the messages that wait to be handled. A process that writes faster is ended: memory is for all runs. */
const mostWaiting = 128 * 1024 * 1024;

/** How a framework is started. */
export type FrameworkCommand = {
  program: string;
  args: readonly string[];
  environment?: NodeJS.ProcessEnv;
  /** Where its reporter writes: descriptor 3 of the process itself, or the file named in ASSAY_CHANNEL. */
  channel: 'descriptor' | 'file';
};

/**
 * @returns the command that runs a script with Node. Its reporter writes to descriptor 3 where the script inherits it
 * and writes are synchronous; on Windows it is a named pipe, whose writes are not.
 */
export async function nodeCommand(
  { host }: FrameworkContext,
  script: string,
  args: readonly string[],
): Promise<FrameworkCommand> {
  const channel = host.inContainer || process.platform === 'win32' ? 'file' : 'descriptor';
  return { program: await host.node(), args: [script, ...args], channel };
}

export type ChannelProcess = {
  /** Called after every message has been handled. */
  ended: Promise<ProcessEnd>;
  end(): Promise<void>;
};

/**
 * Starts a framework with our reporter inside. Messages are handled one after another, in the order in which they were
 * written.
 */
export async function startChannelProcess(
  context: FrameworkContext,
  command: FrameworkCommand,
  onMessage: (message: ChannelMessage) => void | Promise<void>,
  timeoutMs?: number,
): Promise<ChannelProcess> {
  const artifacts = join(context.scratch, `artifacts-${randomUUID()}`);
  await context.host.files.makeFolder(artifacts);
  let dealtWith: Promise<void> = Promise.resolve();
  let waiting = 0;
  let endEarly = () => undefined;
  const onLine = (line: string) => {
    if (waiting > mostWaiting) return endEarly();
    const message = parseChannelLine(line);
    if (!message) {
      context.logger.debug({ line: line.slice(0, 200) }, 'not a reporter message');
      return;
    }
    waiting += line.length;
    dealtWith = dealtWith
      .then(() => onMessage(message))
      .finally(() => {
        waiting -= line.length;
      });
    // The error reaches everyone who awaits the end.
    dealtWith.catch(() => undefined);
  };
  const path = join(artifacts, 'channel.ndjson');
  const { files } = context.host;
  const file = command.channel === 'file' ? await ChannelFile.open(files, path, channelLineLimit, onLine) : null;
  const process_ = context.host.start({
    command: command.program,
    args: command.args,
    directory: context.directory,
    environment: {
      ...context.environment,
      ...command.environment,
      ASSAY_ARTIFACTS: artifacts,
      ...(file ? { ASSAY_CHANNEL: path } : {}),
    },
    mask: context.mask,
    signal: context.signal,
    timeoutMs,
    onOutput: context.print,
    onChannelLine: file ? undefined : onLine,
  });
  endEarly = () => {
    context.logger.warn({ waiting }, 'a test process reports faster than can be handled, and is ended');
    void process_.end();
  };
  const ended = process_.ended
    .finally(() => file?.close())
    .then(async (end) => {
      await dealtWith;
      return end;
    });
  return { ended, end: process_.end };
}
