import { reactionDecider, reactionIdOf } from '@assay/domain';
import type { EventLog, RecordedEvent } from '@assay/event-log';
import { type Policy, reactingTo } from './policy.ts';

/** As long as the schema of `ReactionSetAside` allows. */
const maxErrorLength = 1_000;

function textOf(error: unknown): string {
  return String(error instanceof Error ? `${error.name}: ${error.message}` : error).slice(0, maxErrorLength);
}

/** Records that a group goes on without a policy's reaction to the event. Said again, it changes nothing. */
export async function setAside(
  { handle }: EventLog,
  group: string,
  { name: policy }: Policy,
  event: RecordedEvent,
  error: unknown,
): Promise<void> {
  const reactionId = reactionIdOf(policy, event.id);
  const { id: eventId, type: eventType, stream, revision, position } = event;
  const facts = { reactionId, policy, group, eventId, eventType, stream, revision, position, error: textOf(error) };
  await handle(reactionDecider, reactionId, { type: 'setAsideReaction', ...facts }, reactingTo(event, policy));
}

/** The event that a reaction waiting for its retry is about; null when it was retried already, or the event is gone. */
export async function eventToRetry({ load, read }: EventLog, reactionId: string): Promise<RecordedEvent | null> {
  const { state } = await load(reactionDecider, reactionId);
  if (state.status !== 'retrying') return null;
  const { stream, revision, eventId } = state.reaction;
  for await (const event of read(stream, revision)) return event.id === eventId ? event : null;
  return null;
}

/** Records that a reaction which was set aside has succeeded. */
export async function settle({ handle }: EventLog, reactionId: string, request: RecordedEvent, policy: string) {
  await handle(reactionDecider, reactionId, { type: 'settleReaction' }, reactingTo(request, policy));
}
