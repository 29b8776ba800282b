import { setImmediate as othersTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Items that are written at a time; between them other requests have their turn. */
const itemsInTurn = 1_000;

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > itemsInTurn;
}

/** @returns what JSON.stringify makes of an array */
async function textOfList(items: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < items.length; start += itemsInTurn) {
    if (start > 0) await othersTurn();
    parts.push(JSON.stringify(items.slice(start, start + itemsInTurn)).slice(1, -1));
  }
  return `[${parts.join(',')}]`;
}

/** @returns what JSON.stringify makes of a plain object, whose long lists are written in turns */
async function textOf(answer: object): Promise<string> {
  const fields: string[] = [];
  for (const [name, value] of Object.entries(answer)) {
    const text = isLong(value) ? await textOfList(value) : JSON.stringify(value);
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join(',')}}`;
}

/** To write ten thousand results of a run at once would hold up everybody else for longer than most answers take. */
export function writeLongListsInTurns(app: FastifyInstance): void {
  app.addHook('preSerialization', async (_request, reply, answer) => {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
    if (!Object.values(answer).some(isLong)) return answer;
    reply.serializer(String);
    return textOf(answer);
  });
}
