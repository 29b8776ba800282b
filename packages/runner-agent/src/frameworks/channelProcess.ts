import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { channelLineLimit } from '../process/lineSplitter.ts';
import type { ProcessEnd } from '../process/startProcess.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { ChannelFile } from './channelFile.ts';
import { type ChannelMessage, parseChannelLine } from './channelMessage.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';

/** Length of the messages that wait to be handled before no more is read: memory is for all runs. */
const mostWaiting = 32 * 1024 * 1024;
/** Lines that are not messages, and their length: a process that writes more of them is ended. */
const mostUnusable = { lines: 10_000, length: 16 * 1024 * 1024 };

const tooMuchElse =
  'A test process was ended: it wrote too much to descriptor 3 or ASSAY_CHANNEL that is not a result.';

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
  /**
   * Resolves after every message has been handled.
   * @throws UnitProblem framework.error for a process that was ended because of what it wrote to its channel
   */
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
  const unusable = { lines: 0, length: 0 };
  let isEnding = false;
  let endEarly: () => void = () => undefined;
  const countUnusable = (length: number) => {
    unusable.lines += 1;
    unusable.length += length;
    if (unusable.lines <= mostUnusable.lines && unusable.length <= mostUnusable.length) return;
    isEnding = true;
    endEarly();
  };
  const onLine = (line: string): Promise<void> | undefined => {
    if (isEnding) return;
    const message = parseChannelLine(line);
    if (!message) {
      context.logger.debug({ line: line.slice(0, 200) }, 'not a reporter message');
      countUnusable(line.length);
      return;
    }
    const { length } = line;
    waiting += length;
    const handled = dealtWith.then(() => onMessage(message));
    dealtWith = handled.finally(() => {
      waiting -= length;
    });
    // The error reaches everyone who awaits the end.
    dealtWith.catch(() => undefined);
    return waiting > mostWaiting ? dealtWith : undefined;
  };
  const onLongLine = () => countUnusable(channelLineLimit);
  const path = join(artifacts, 'channel.ndjson');
  const { files } = context.host;
  const file =
    command.channel === 'file' ? await ChannelFile.open(files, path, channelLineLimit, onLine, onLongLine) : null;
  const start = () =>
    context.host.start({
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
      onLongChannelLine: onLongLine,
    });
  let process_: ReturnType<typeof start>;
  try {
    process_ = start();
  } catch (error) {
    await file?.close();
    throw error;
  }
  endEarly = () => {
    context.logger.warn(unusable, 'a test process writes too much that is not a message, and is ended');
    void process_.end();
  };
  if (isEnding) endEarly();
  const ended = process_.ended
    .finally(() => file?.close())
    .then(async (end) => {
      await dealtWith;
      // Another process would do the same again.
      if (isEnding) throw new UnitProblem('framework.error', tooMuchElse);
      return end;
    });
  return { ended, end: process_.end };
}
