import type { NumberField, TextField } from '../formFields.ts';
import type { PipelineStageId, RunnerPoolId } from '../ids.ts';

/** What fields refer to. */
type Referable = { PipelineStageId: PipelineStageId; RunnerPoolId: RunnerPoolId };
export type Reference = keyof Referable;

type Common = {
  /** In forms and the audit log. */
  label: string;
  /** In the description of the API. */
  description?: string;
  /** Properties of its input that never change. `required` marks it as such. */
  input?: { description?: string; placeholder?: string; required?: true; maxLength?: number };
  /** Texts of values that are not shown as they are stored. */
  texts?: Readonly<Record<string, string>>;
  /**
   * The event that records a new value: under the name of the field, or as `to` where the event names the `setting`.
   * Without it, the decider has events of its own for the field.
   */
  changedBy?: string;
  /** It stays as it was when the thing was created. */
  fixed?: true;
};

/** A field of a thing. See 'Adding a field' in docs/contributing.md. */
export type DeclaredField = Common &
  (
    | { kind: 'text'; rule: TextField; nullable?: true; rows?: number }
    /** `initially`: what a new thing has when the request leaves it out; null: what the handler decides. */
    | { kind: 'wholeNumber'; rule: NumberField; initially?: number | null }
    | { kind: 'choice'; values: readonly string[]; texts: Readonly<Record<string, string>> }
    | { kind: 'reference'; to: Reference }
  );

/** The fields of a kind of thing, in the order in which its creation is recorded, and of its form unless that has another. */
export type DeclaredFields = Readonly<Record<string, DeclaredField>>;

export type ValueOf<Field extends DeclaredField> = Field extends { kind: 'text'; nullable: true }
  ? string | null
  : Field extends { kind: 'text' }
    ? string
    : Field extends { kind: 'wholeNumber' }
      ? number
      : Field extends { kind: 'choice'; values: readonly (infer Value)[] }
        ? Value
        : Field extends { kind: 'reference'; to: infer To extends Reference }
          ? Referable[To] | null
          : never;

/** What a thing has in its fields. */
export type ValuesOf<Fields extends DeclaredFields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** Fields that a request to create the thing may leave out. */
export type OptionalName<Fields extends DeclaredFields> = {
  [Name in keyof Fields]: Fields[Name] extends { nullable: true } | { kind: 'reference' } | { initially: number | null }
    ? Name
    : never;
}[keyof Fields];

/** Fields that may be left out and whose initial value the handler decides. */
type UndecidedName<Fields extends DeclaredFields> = {
  [Name in keyof Fields]: Fields[Name] extends { initially: null } ? Name : never;
}[keyof Fields];

type FixedName<Fields extends DeclaredFields> = {
  [Name in keyof Fields]: Fields[Name] extends { fixed: true } ? Name : never;
}[keyof Fields];

/** The fields as a request to create the thing has them. */
export type CreatedValues<Fields extends DeclaredFields> = Omit<ValuesOf<Fields>, OptionalName<Fields>> &
  Partial<Pick<ValuesOf<Fields>, OptionalName<Fields>>>;

/** The fields as a request to change the thing has them. */
export type ChangedValues<Fields extends DeclaredFields> = Partial<Omit<ValuesOf<Fields>, FixedName<Fields>>>;

/** The events by which fields change. `Ids`: the properties that name the thing. */
export type FieldEvent<Fields extends DeclaredFields, Ids extends object> = {
  [Name in keyof Fields & string]: Fields[Name] extends { changedBy: infer Type extends string }
    ? Type extends `${string}SettingChanged`
      ? { type: Type; data: Ids & { setting: Name; from: ValueOf<Fields[Name]>; to: ValueOf<Fields[Name]> } }
      : { type: Type; data: Ids & { from: ValueOf<Fields[Name]> } & { [Key in Name]: ValueOf<Fields[Name]> } }
    : never;
}[keyof Fields & string];

type AnyEvent = { type: string; data: object };
type ChangedBy<Fields extends DeclaredFields> = FieldEvent<Fields, object>['type'];

export function fieldNames<Fields extends DeclaredFields>(fields: Fields): (keyof Fields & string)[] {
  return Object.keys(fields);
}

/** @returns the fields of a thing that has more than these */
export function fieldsIn<Fields extends DeclaredFields>(fields: Fields, thing: ValuesOf<Fields>): ValuesOf<Fields> {
  const names = fieldNames(fields);
  return Object.fromEntries(names.map((name) => [name, thing[name]])) as ValuesOf<Fields>;
}

/** @returns the fields of a thing that can be changed */
export function changeableFieldsIn<Fields extends DeclaredFields>(
  fields: Fields,
  thing: ValuesOf<Fields>,
): Omit<ValuesOf<Fields>, FixedName<Fields>> {
  const names = fieldNames(fields).filter((name) => !fields[name]?.fixed);
  return Object.fromEntries(names.map((name) => [name, thing[name]])) as Omit<ValuesOf<Fields>, FixedName<Fields>>;
}

function initialValue(field: DeclaredField): unknown {
  return field.kind === 'wholeNumber' ? (field.initially ?? undefined) : null;
}

/**
 * @param asked what a request says
 * @returns the fields of a new thing, those that were left out with their initial values
 */
export function withInitialValues<Fields extends DeclaredFields>(
  fields: Fields,
  asked: CreatedValues<Fields>,
): Omit<ValuesOf<Fields>, UndecidedName<Fields>> {
  const said: Readonly<Record<string, unknown>> = asked;
  const entries = Object.entries(fields).map(([name, field]) => [name, said[name] ?? initialValue(field)]);
  return Object.fromEntries(entries) as Omit<ValuesOf<Fields>, UndecidedName<Fields>>;
}

/** @returns whether an event names the setting that it changes, with its value as `to` */
export function namesSetting(type: string): boolean {
  return type.endsWith('SettingChanged');
}

/** @returns whether an event records a new value of one of the fields */
export function isFieldChange<Fields extends DeclaredFields, Event extends AnyEvent>(
  fields: Fields,
  event: Event,
): event is Extract<Event, { type: ChangedBy<Fields> }> {
  return Object.values(fields).some(({ changedBy }) => changedBy === event.type);
}

/** @returns the field that an event gives a new value, with that value */
export function changedField<Fields extends DeclaredFields>(
  fields: Fields,
  { type, data }: { type: ChangedBy<Fields>; data: object },
): Partial<ValuesOf<Fields>> {
  const facts: Readonly<Record<string, unknown>> = { ...data };
  const name = namesSetting(type)
    ? String(facts.setting)
    : fieldNames(fields).find((each) => fields[each]?.changedBy === type);
  if (name === undefined) return {};
  return { [name]: namesSetting(type) ? facts.to : facts[name] } as Partial<ValuesOf<Fields>>;
}
