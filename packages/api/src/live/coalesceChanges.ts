import type { Position } from '@assay/contract';

/** Maximum ids in one message; more become an empty list, which means 'many'. */
const maxIds = 200;
/** At most about ten messages per second for one topic. */
const windowMs = 100;

type Pending = { ids: Set<string>; many: boolean; position: Position | null };
type Topic = { pending: Pending | null; timer: NodeJS.Timeout };
export type Change = { ids: readonly string[]; position: Position | null };

/**
 * Coalesces changes: the first of a topic is sent at once, those within the next tenth of a second are merged into one
 * message. A quiet topic costs nothing.
 */
export class ChangeCoalescer {
  readonly #topics = new Map<string, Topic>();
  readonly #send: (topic: string, change: Change) => void;

  constructor(send: (topic: string, change: Change) => void) {
    this.#send = send;
  }

  changed(topic: string, change: Change): void {
    const known = this.#topics.get(topic);
    if (known) {
      known.pending = merged(known.pending, change);
      return;
    }
    this.#topics.set(topic, { pending: null, timer: this.#afterWindow(topic) });
    this.#send(topic, messageOf(merged(null, change)));
  }

  stop(): void {
    for (const { timer } of this.#topics.values()) clearTimeout(timer);
    this.#topics.clear();
  }

  #afterWindow(topic: string): NodeJS.Timeout {
    return setTimeout(() => {
      const known = this.#topics.get(topic);
      if (!known) return;
      const { pending } = known;
      if (!pending) {
        this.#topics.delete(topic);
        return;
      }
      known.pending = null;
      known.timer = this.#afterWindow(topic);
      this.#send(topic, messageOf(pending));
    }, windowMs);
  }
}

function merged(before: Pending | null, { ids, position }: Change): Pending {
  const pending = before ?? { ids: new Set(), many: false, position: null };
  pending.many ||= ids.length === 0;
  for (const id of ids) pending.ids.add(id);
  pending.many ||= pending.ids.size > maxIds;
  if (pending.many) pending.ids.clear();
  if (position !== null && (pending.position === null || position > pending.position)) pending.position = position;
  return pending;
}

function messageOf({ ids, many, position }: Pending): Change {
  return { ids: many ? [] : [...ids], position };
}
