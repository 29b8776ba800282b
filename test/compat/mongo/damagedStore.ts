// Run by damage.spec.ts. Argument: a JSON file with the content of the store before the damage.
import { readFileSync } from 'node:fs';
import { startMongo, verifyMongo } from '@assay/embedded-mongo';
import { BSON, MongoClient } from 'mongodb';
import { runSteps, type StepOutcome } from '../damageSteps.ts';

/** Documents as extended JSON, by their id. */
export type Content = Record<string, string>;

async function readEverything(folder: string, content: Content): Promise<StepOutcome> {
  const outcome: StepOutcome = { problems: [], wrong: [] };
  const running = await startMongo({ port: 0, dataDir: folder });
  const client = new MongoClient(running.url, { retryReads: false });
  const items = client.db('kept').collection('items');
  for (const hint of [{ $natural: 1 as const }, '_id_', 'n_1']) {
    try {
      const found = await items.find({ n: { $gte: 0 } }, { hint, promoteValues: false }).toArray();
      const seen = new Set(found.map(({ _id }) => String(_id)));
      for (const document of found) {
        const text = BSON.EJSON.stringify(document);
        if (content[String(document._id)] !== text) outcome.wrong.push(text);
      }
      if (found.length !== seen.size) outcome.wrong.push('a document came twice');
      // Only a verification can detect that a page of the tree is gone.
      if (seen.size !== Object.keys(content).length) outcome.problems.push('documents are missing');
    } catch (error) {
      outcome.problems.push(String(error));
    }
  }
  await client.close();
  await running.stop();
  return outcome;
}

const content = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Content;
await runSteps(async ({ folder, kind }) => {
  if (kind === 'read') return readEverything(folder, content);
  const { problems } = await verifyMongo({ dataDir: folder });
  return { problems, wrong: [] };
});
