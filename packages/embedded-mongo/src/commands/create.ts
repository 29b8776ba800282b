import { valuesEqual } from '../bson/compareValues.ts';
import { type Document, documentOf, integer } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import { booleanField, type Command, collectionName } from './command.ts';

/** `{ create, capped, size, max }`: creating an identical collection again changes nothing. */
export const create: Command = {
  name: 'create',
  fields: ['collation', 'capped', 'size', 'max', 'autoIndexId', 'idIndex'],
  run(context) {
    const { server, database, command } = context;
    const name = collectionName(context);
    if (context.collation !== undefined) {
      throw mongoError('NotImplemented', 'collections with a default collation are not supported');
    }
    const options = collectionOptions(command);
    const { catalog } = server.store;
    return server.store.write(() => {
      const present = catalog.find(database, name);
      if (present !== undefined && valuesEqual(present.options, options)) return new Map();
      catalog.create(database, name, options);
      return new Map();
    });
  },
};

function collectionOptions(command: Document): Document {
  const capped = booleanField(command, 'capped', false);
  const size = command.get('size');
  const max = command.get('max');
  if (!capped) {
    if (size !== undefined || max !== undefined) {
      throw mongoError(
        'InvalidOptions',
        "the 'capped' field needs to be true when either the 'size' or 'max' fields are present",
      );
    }
    return new Map();
  }
  if (size === undefined) throw mongoError('InvalidOptions', "the 'size' field is required when 'capped' is true");
  if (!isNumber(size) || !(numberValue(size) > 0))
    throw mongoError('InvalidOptions', "the 'size' field must be a positive number");
  // As MongoDB does: rounded up to 256 bytes, and at least one page.
  const rounded = Math.max(4096, Math.ceil(numberValue(size) / 256) * 256);
  return documentOf({ capped: true, size: integer(rounded), max });
}
