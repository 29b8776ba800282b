import { type Call, callsByArea } from '@assay/contract';

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Every call of the contract, by its name. */
export type Calls = Intersection<(typeof callsByArea)[keyof typeof callsByArea]>;
export type CallName = keyof Calls;

/** Calls by POST that store nothing: their body is a long question. */
const readsByPost = ['previewAlert', 'analyzeTestDistribution'] as const;

/** Calls whose endpoints need more than options: features define them. */
export const definedByFeatures = ['assignReviewer', 'changeReviews', 'setReviewStatus'] as const;

type CallsByGet = {
  [Name in CallName]: Calls[Name]['method'] extends 'GET' ? Name : never;
}[CallName];
/** A call that stores nothing. */
export type ReadName = CallsByGet | (typeof readsByPost)[number];

const calls: Readonly<Record<string, Call>> = Object.assign({}, ...Object.values(callsByArea));

/** @returns the names and declarations of all calls. */
export function allCalls(): [CallName, Call][] {
  return Object.entries(calls) as [CallName, Call][];
}

/** @returns the declaration of the call. */
export function callNamed<Name extends CallName>(name: Name): Calls[Name] {
  return calls[name] as Calls[Name];
}

/** @returns whether the call stores nothing. */
export function isRead(name: CallName): name is ReadName {
  return callNamed(name).method === 'GET' || (readsByPost as readonly string[]).includes(name);
}
