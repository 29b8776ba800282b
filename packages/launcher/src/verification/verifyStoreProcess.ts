// Verifies one store in its own process: reading a damaged file may crash it. Prints lines of JSON.
import { verifyEventStore } from '@assay/embedded-eventstore';
import { verifyMongo } from '@assay/embedded-mongo';

/** `progress`: how much has been checked; `report`: the end, with the problems as sentences. */
export type VerifyLine = { progress: number } | { report: { holds: string; problems: string[] } };

const [kind, dataDir = ''] = process.argv.slice(2);
const tell = (line: VerifyLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
const onProgress = (progress: number) => tell({ progress });

try {
  if (kind === 'eventstore') {
    const { events, streams, problems } = await verifyEventStore({ dataDir, onProgress });
    tell({ report: { holds: `${events} events in ${streams} streams`, problems } });
  } else {
    const { documents, collections, problems } = await verifyMongo({ dataDir, onProgress });
    tell({ report: { holds: `${documents} documents in ${collections} collections`, problems } });
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
