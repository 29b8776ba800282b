import type { Document, Value } from '../bson/values.ts';
import { describeValue } from '../errors/describeValue.ts';
import { mongoError } from '../errors/mongoError.ts';
import { wrongType } from './command.ts';

/**
 * Strings are compared by their UTF-8 bytes, which is the collation `simple`. Others are refused as MongoDB refuses a
 * locale it does not have.
 */
export function checkCollation(holder: Document): void {
  const collation: Value | undefined = holder.get('collation');
  if (collation === undefined) return;
  if (!(collation instanceof Map)) throw wrongType('collation', collation, 'object');
  if (collation.size === 0 || collation.get('locale') === 'simple') return;
  throw mongoError('BadValue', `Field 'locale' is invalid in: ${describeValue(collation)}`);
}
