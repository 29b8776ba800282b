import type { CommandContext } from './command.ts';
import { paceOf } from './command.ts';
import { type MatchQuery, tooFar, type Whereabouts, writeFirstMatch } from './matchingRecords.ts';
import type { WriteErrors } from './writeErrors.ts';

/** Statements per transaction, so that other commands get their turn during a long bulk write. */
const chunkSize = 500;

type Statement = MatchQuery & { multi: boolean };

type StatementRunner<S> = {
  /** Inside a write: changes one document, or returns `tooFar` without changing anything. */
  single(statement: S, index: number, whereabouts: Whereabouts): typeof tooFar | undefined;
  /** Changes many documents, in transactions of its own. */
  multi(statement: S, index: number): Promise<void>;
};

/**
 * Runs the statements of an update or delete command in order. Single-document statements share transactions; a
 * multi-document statement takes as many transactions as it needs. An ordered command stops at its first error.
 */
export async function runStatements<S extends Statement>(
  context: CommandContext,
  name: string,
  statements: readonly (() => S)[],
  errors: WriteErrors,
  runner: StatementRunner<S>,
): Promise<void> {
  const { server, database } = context;
  const { store } = server;
  const find = () => store.catalog.find(database, name);
  let next = 0;
  while (next < statements.length && !errors.stopped) {
    const from = next;
    next = await store.write(() => {
      let i = from;
      for (; i < statements.length && i < from + chunkSize && !errors.stopped; i++) {
        if (!errors.attempt(i, () => runSingle(statements[i], i, runner))) break;
      }
      return i;
    });
    // The remaining statement needs transactions of its own.
    if (next === from + chunkSize || errors.stopped) continue;
    const index = next;
    const prepared = statements[index];
    if (prepared === undefined) continue;
    next++;
    await errors.attemptLater(index, async () => {
      const statement = prepared();
      if (statement.multi) {
        await runner.multi(statement, index);
        return;
      }
      await writeFirstMatch(
        store,
        find,
        statement,
        paceOf(context),
        (whereabouts) => runner.single(statement, index, whereabouts),
        tooFar,
      );
    });
  }
}

/** False for a statement that does not fit in this transaction. */
function runSingle<S extends Statement>(
  prepared: (() => S) | undefined,
  index: number,
  runner: StatementRunner<S>,
): boolean {
  const statement = prepared?.();
  if (statement === undefined || statement.multi) return false;
  return runner.single(statement, index, 'nearby') !== tooFar;
}
