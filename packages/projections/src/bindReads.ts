/** A query of a read model. Its first argument says for whom it reads, and from where. */
type Read<Reader> = (reader: Reader, ...args: never[]) => Promise<unknown>;

/** The same queries with the reader put in. */
export type BoundReads<Reader, Reads> = {
  [Name in keyof Reads]: Reads[Name] extends (reader: Reader, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** @param reader asked for before each query */
export function bindReads<Reader, Reads extends Readonly<Record<string, Read<Reader>>>>(
  reads: Reads,
  reader: () => Promise<Reader>,
): BoundReads<Reader, Reads> {
  const bound: object = Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, async (...args: never[]) => read(await reader(), ...args)]),
  );
  return bound as BoundReads<Reader, Reads>;
}
