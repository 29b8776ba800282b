// Run by damage.spec.ts. Argument: a JSON file with the content of the store before the damage.
import { readFileSync } from 'node:fs';
import { startEventStore, verifyEventStore } from '@assay/embedded-eventstore';
import { BACKWARDS, END, type ResolvedEvent } from '@eventstore/db-client';
import { runSteps, type StepOutcome } from '../damageSteps.ts';
import { clientOf } from './clientOf.ts';

/** Ids in the order they are read, by stream; `$all` is one of them. */
export type Content = Record<string, string[]>;

async function readEverything(folder: string, { $all = [], ...streams }: Content): Promise<StepOutcome> {
  const outcome: StepOutcome = { problems: [], wrong: [] };
  const readAsWritten = async (name: string, written: string[], events: AsyncIterable<ResolvedEvent>) => {
    const ids: string[] = [];
    try {
      for await (const { event } of events) ids.push(event?.id ?? '');
      if (ids.join() !== written.join()) outcome.wrong.push(`${name}: ${ids.length} events, ${written.length} written`);
    } catch (error) {
      outcome.problems.push(`${name}: ${error}`);
    }
  };
  const server = await startEventStore({ port: 0, dataDir: folder });
  const client = clientOf(server.url);
  await readAsWritten('$all', $all, client.readAll());
  const backwards = client.readAll({ direction: BACKWARDS, fromPosition: END });
  await readAsWritten('$all backwards', $all.toReversed(), backwards);
  for (const [stream, ids] of Object.entries(streams)) await readAsWritten(stream, ids, client.readStream(stream));
  await client.dispose();
  await server.stop();
  return outcome;
}

const content = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Content;
await runSteps(async ({ folder, kind }) => {
  if (kind === 'read') return readEverything(folder, content);
  const { problems } = await verifyEventStore({ dataDir: folder });
  return { problems, wrong: [] };
});
