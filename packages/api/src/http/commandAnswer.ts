import type { CommandAnswer } from '@assay/contract';
import type { CommandResult, EventLog } from '@assay/event-log';

/**
 * A command's answer. If nothing happened, the position is the log's newest, because the event that made the command
 * unnecessary may not be projected yet.
 */
export async function commandAnswer(
  { head }: Pick<EventLog, 'head'>,
  { id, revision, position }: Pick<CommandResult, 'id' | 'revision' | 'position'>,
): Promise<CommandAnswer> {
  const reached = position ?? (await head())?.position;
  if (reached === undefined) throw new Error('the event log is empty after a command');
  return { id, revision: String(revision), position: reached };
}
