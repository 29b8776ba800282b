import type { Static, TSchema } from 'typebox';
import type { PlanFeature } from './accounts/planFeatures.ts';
import type { CallTopic } from './live/topics.ts';
import type { Permission } from './permissions.ts';

/** How a body may be sent. */
export const bodyMediaTypes = [
  'application/json',
  'multipart/form-data',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
] as const;
export type BodyMediaType = (typeof bodyMediaTypes)[number];

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = TSchema | undefined;
type NoFields = Record<never, never>;
type Optional<Name extends string, Value> = NoFields extends Value
  ? { [Key in Name]?: Value }
  : { [Key in Name]: Value };
type Part<Name extends string, S extends Schema> = S extends TSchema ? Optional<Name, Static<S>> : NoFields;

/** What a caller sends: path parameters, query and body, as far as the call has them. */
export type InputOf<Params extends Schema, Query extends Schema, Body extends Schema> = Part<'params', Params> &
  Part<'query', Query> &
  Part<'body', Body>;

/**
 * One call of the service, declared once: the api binds a handler to it, the web client, the command line and the agent
 * send it, and the description of the interface is generated from it.
 */
export type Call<
  P extends Permission = Permission,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends TSchema = TSchema,
  Method extends HttpMethod = HttpMethod,
> = {
  method: Method;
  /** Below /api, with `:name` for each field of `params`. */
  path: string;
  summary: string;
  permission: P;
  /** What the account's plan has to include. */
  feature?: PlanFeature;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
  /**
   * What GET answers of the thing that the call changes. A body with the thing's own `id` may have the other fields of it
   * too: they are ignored, so that what was read can be sent back.
   */
  view?: TSchema;
  /** Input that is valid once the things named by `exampleIds` exist. The access test sends it in every role. */
  example: InputOf<Params, Query, Body>;
  /** 200 unless set; 204 for an empty answer. */
  status?: 200 | 201 | 204;
  /** Answers with other statuses that are not error bodies. */
  otherAnswers?: Readonly<Record<number, TSchema>>;
  /** The live topic that announces changes to this answer; a topic about one thing takes its id from `params.id`. */
  topic?: CallTopic;
  /** The live topics that a command changes, so that a client can refresh without waiting for a notice. */
  changes?: readonly CallTopic[];
  /** Largest body in bytes; 1 MiB unless set. */
  bodyLimit?: number;
  /** JSON unless set. The handler reads any other body itself: `body` only describes it. */
  mediaType?: BodyMediaType;
  /** Properties of the body whose strings are not trimmed. */
  verbatim?: readonly string[];
  /** The answer holds a secret, so it is not stored for repeats of the request. */
  secretAnswer?: true;
  /** Reads the test history, which is projected after the other read models. */
  readsHistory?: true;
  /** Works while a store is down. */
  withoutStores?: true;
};

/** Declares a call; the types of its parts follow from its schemas. */
export function call<
  P extends Permission,
  Answer extends TSchema,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Method extends HttpMethod = HttpMethod,
>(declaration: Call<P, Params, Query, Body, Answer, Method>): Call<P, Params, Query, Body, Answer, Method> {
  return declaration;
}

type PathParams<Params extends Schema> = Params extends TSchema
  ? { params: { [Name in keyof Static<Params>]: string } }
  : NoFields;

/** What a client sends with a call. Path parameters are plain strings, as a client takes them from URLs. */
export type CallInput<C extends Call> =
  C extends Call<Permission, infer Params, infer Query, infer Body, TSchema>
    ? PathParams<Params> & Part<'query', Query> & Part<'body', Body>
    : never;

/** What a call answers. */
export type CallAnswer<C extends Call> = Static<C['answer']>;

type LooseInput = { params?: unknown; query?: unknown; body?: unknown };

function filledIn(path: string, params: unknown): string {
  const values = Object(params) as Record<string, unknown>;
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`${path} needs '${name}'`);
    return encodeURIComponent(String(value));
  });
}

function queryText(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(query) as Record<string, unknown>)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * @returns what goes over the wire: the method, the path below /api with its query (nulls, undefined and empty texts
 * are left out), and the body as it is.
 * @throws TypeError if a path parameter is missing.
 */
export function requestOf<C extends Call>(
  { method, path }: C,
  input: CallInput<C>,
): { method: HttpMethod; path: string; body: unknown } {
  const { params, query, body } = input as LooseInput;
  return { method, path: `${filledIn(path, params)}${queryText(query)}`, body };
}
