import { agentProtocol, boundText, type UnitEvent } from '@assay/contract';

/** Maximum bytes of one event on the wire: far below the service's limit for one post. */
export const eventBytes = 3_500_000;
const texts = ['output', 'processOutput', 'stackTrace', 'error'] as const;

/**
 * @returns the event with its texts truncated, each to the protocol's limit and all together to what one post may hold.
 */
export function fitEvent(event: UnitEvent): UnitEvent {
  if (event.type !== 'testFinished') return event;
  const fitted = { ...event };
  for (const name of texts) fitted[name] = bounded(fitted[name], agentProtocol.textLimit);
  // Characters that JSON escapes can multiply: shorten the longest text until the whole fits.
  while (Buffer.byteLength(JSON.stringify(fitted)) > eventBytes) {
    const longest = texts.reduce((a, b) => ((fitted[a]?.length ?? 0) >= (fitted[b]?.length ?? 0) ? a : b));
    fitted[longest] = bounded(fitted[longest], Math.floor((fitted[longest]?.length ?? 0) / 2));
  }
  return fitted;
}

function bounded(text: string | null | undefined, limit: number): string | null {
  return text === null || text === undefined ? null : boundText(text, limit);
}
