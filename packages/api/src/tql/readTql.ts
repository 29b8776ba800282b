import { InvalidFields } from '@assay/application';
import { parseTql, type TqlQuery } from '@assay/contract';

/** @throws InvalidFields that says what is wrong with the query, and where */
export function readTql(text: string): TqlQuery {
  const { query, problem } = parseTql(text, Date.now());
  if (query === null) throw new InvalidFields({ field: 'tql', message: problem.message });
  return query;
}
