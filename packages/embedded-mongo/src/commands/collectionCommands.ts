import { valuesEqual } from '../bson/compareValues.ts';
import { Binary, type Document, documentOf, int32, integer, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { compileFilter } from '../query/compileFilter.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import type { Collection } from '../storage/collection.ts';
import { booleanField, type Command, collectionName, documentField } from './command.ts';
import { cursorReply } from './cursorReply.ts';
import { existing } from './indexCommands.ts';

/** `{ create, capped, size, max }`: creating the same collection again changes nothing. */
export const create: Command = {
  name: 'create',
  fields: ['capped', 'size', 'max', 'autoIndexId', 'idIndex'],
  run(context) {
    const { server, database, command } = context;
    const name = collectionName(context);
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
  // As MongoDB does: rounded up to 256 bytes, and never less than a page.
  const rounded = Math.max(4096, Math.ceil(numberValue(size) / 256) * 256);
  return documentOf({ capped: true, size: integer(rounded), max });
}

export const drop: Command = {
  name: 'drop',
  fields: [],
  run(context) {
    const { store } = context.server;
    const name = collectionName(context);
    return store.write(() => {
      const collection = store.catalog.find(context.database, name);
      // Since MongoDB 7.0 dropping what does not exist succeeds.
      if (collection === undefined) return new Map();
      const indexes = collection.indexes.length;
      store.catalog.drop(collection);
      return documentOf({ nIndexesWas: int32(indexes), ns: collection.namespace });
    });
  },
};

export const dropDatabase: Command = {
  name: 'dropDatabase',
  fields: [],
  run({ server, database }) {
    const { store } = server;
    return store.write(() => {
      for (const collection of store.catalog.all())
        if (collection.database === database) store.catalog.drop(collection);
      return documentOf({ dropped: database });
    });
  },
};

/** `{ renameCollection: 'db.from', to: 'db.to', dropTarget }`, on the admin database. */
export const renameCollection: Command = {
  name: 'renameCollection',
  fields: ['to', 'dropTarget'],
  run(context) {
    const { store } = context.server;
    if (context.database !== 'admin')
      throw mongoError('Unauthorized', 'renameCollection may only be run against the admin database.');
    const [from, to] = [collectionName(context), context.command.get('to')].map((name) => splitNamespace(name ?? null));
    const dropTarget = booleanField(context.command, 'dropTarget', false);
    return store.write(() => {
      const source = from === undefined ? undefined : store.catalog.find(from.database, from.name);
      if (source === undefined || to === undefined)
        throw mongoError('NamespaceNotFound', `Source collection ${collectionName(context)} does not exist`);
      const target = store.catalog.find(to.database, to.name);
      if (target === source) throw mongoError('IllegalOperation', "Can't rename a collection to itself");
      if (target !== undefined && !dropTarget) throw mongoError('NamespaceExists', 'target namespace exists');
      if (target !== undefined) store.catalog.drop(target);
      store.catalog.rename(source, to.database, to.name);
      return new Map();
    });
  },
};

function splitNamespace(value: Value): { database: string; name: string } {
  const text = typeof value === 'string' ? value : '';
  const dot = text.indexOf('.');
  if (dot < 1) throw mongoError('InvalidNamespace', `Invalid namespace specified '${text}'`);
  return { database: text.slice(0, dot), name: text.slice(dot + 1) };
}

/** `{ listCollections, filter, nameOnly }` → a cursor, all in one batch */
export const listCollections: Command = {
  name: 'listCollections',
  fields: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'],
  run({ server, database, command }) {
    const filter = compileFilter(documentField(command, 'filter') ?? new Map());
    const nameOnly = booleanField(command, 'nameOnly', false);
    const listed = server.store.catalog
      .all()
      .filter((collection) => collection.database === database)
      .map((collection) => describe(collection, nameOnly))
      .filter((entry) => filter.matches(entry));
    return cursorReply('firstBatch', listed, 0n, `${database}.$cmd.listCollections`);
  },
};

function describe(collection: Collection, nameOnly: boolean): Document {
  if (nameOnly) return documentOf({ name: collection.name, type: 'collection' });
  return documentOf({
    name: collection.name,
    type: 'collection',
    options: collection.options,
    info: documentOf({ readOnly: false, uuid: new Binary(4, Buffer.from(collection.uuid.replaceAll('-', ''), 'hex')) }),
    idIndex: collection.indexes[0]?.spec,
  });
}

/** `{ listDatabases, nameOnly, filter }` */
export const listDatabases: Command = {
  name: 'listDatabases',
  fields: ['nameOnly', 'filter', 'authorizedDatabases'],
  run({ server, database, command }) {
    if (database !== 'admin')
      throw mongoError('Unauthorized', 'listDatabases may only be run against the admin database.');
    const filter = compileFilter(documentField(command, 'filter') ?? new Map());
    const nameOnly = booleanField(command, 'nameOnly', false);
    const sizes = new Map<string, number>();
    for (const collection of server.store.catalog.all()) {
      sizes.set(collection.database, (sizes.get(collection.database) ?? 0) + collection.bytes);
    }
    const databases = [...sizes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, bytes]) =>
        nameOnly ? documentOf({ name }) : documentOf({ name, sizeOnDisk: BigInt(bytes), empty: bytes === 0 }),
      )
      .filter((entry) => filter.matches(entry));
    const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    return documentOf({ databases, totalSize: nameOnly ? undefined : BigInt(total) });
  },
};

/** Counts and sizes; sizes are of the BSON, as the pages of all collections share one file. */
export const collStats: Command = {
  name: 'collStats',
  fields: ['scale'],
  run(context) {
    const collection = existing(context);
    return documentOf({
      ns: collection.namespace,
      count: integer(collection.count),
      size: integer(collection.bytes),
      avgObjSize: collection.count === 0 ? undefined : Math.round(collection.bytes / collection.count),
      storageSize: integer(collection.bytes),
      nindexes: int32(collection.indexes.length),
      capped: collection.capped !== undefined,
      max: collection.capped?.max ? integer(collection.capped.max) : undefined,
      maxSize: collection.capped === undefined ? undefined : integer(collection.capped.size),
    });
  },
};

export const dbStats: Command = {
  name: 'dbStats',
  fields: ['scale', 'freeStorage'],
  run({ server, database }) {
    const collections = server.store.catalog.all().filter((collection) => collection.database === database);
    const sum = (of: (collection: Collection) => number): Value =>
      integer(collections.reduce((total, collection) => total + of(collection), 0));
    return documentOf({
      db: database,
      collections: int32(collections.length),
      objects: sum((collection) => collection.count),
      dataSize: sum((collection) => collection.bytes),
      storageSize: sum((collection) => collection.bytes),
      indexes: sum((collection) => collection.indexes.length),
    });
  },
};
