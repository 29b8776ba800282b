type Handlers = Readonly<Record<string, (state: never, data: never) => unknown>>;

/** The events that a table of functions is about, with the data that each function takes. */
export type EventIn<Table extends Handlers> = {
  [Type in keyof Table]: { type: Type; data: Parameters<Table[Type]>[1] };
}[keyof Table];
