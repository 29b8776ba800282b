import { JsonItems } from './jsonItems.ts';
import type { FormatReader } from './reportFormat.ts';

/**
 * @param wanted takes the values at some paths of a JSON document
 * @param atEnd runs after the document is complete
 */
export function jsonReader(
  wanted: Readonly<Record<string, (value: unknown) => void>>,
  atEnd: (() => void) | null = null,
): FormatReader {
  const items = new JsonItems(wanted);
  return {
    write: (chunk) => items.write(chunk),
    end: () => {
      items.end();
      atEnd?.();
    },
  };
}
