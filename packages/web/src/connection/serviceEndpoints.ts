import type { Call, CallAnswer } from '@assay/contract';
import type { MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query/react';
import { callOptions } from './callOptions.ts';
import type { Input } from './callRequest.ts';
import { allCalls, type CallName, type Calls, definedByFeatures, isRead, type ReadName } from './calls.ts';
import { type ChangeInput, type ChangeOptions, changeOf } from './changeOf.ts';
import { type ReadOptions, readOf } from './readOf.ts';
import type { requestService } from './requestService.ts';
import { serviceApi, type Tag } from './serviceApi.ts';

type Definition<Name extends CallName> = Name extends ReadName
  ? QueryDefinition<Input<Calls[Name]>, typeof requestService, Tag['type'], CallAnswer<Calls[Name]>, 'service'>
  : MutationDefinition<
      ChangeInput<Calls[Name]>,
      typeof requestService,
      Tag['type'],
      CallAnswer<Calls[Name]>,
      'service'
    >;
type Definitions = { [Name in Exclude<CallName, (typeof definedByFeatures)[number]>]: Definition<Name> };

const isDefinedByFeature = (name: string) => (definedByFeatures as readonly string[]).includes(name);

/**
 * An endpoint for each call of the contract, by the call's name: a query for what only reads, otherwise a mutation. Its request, tags
 * and live topic follow from the declaration, its caching from `callOptions`.
 */
export const serviceEndpoints = serviceApi.injectEndpoints({
  endpoints: (build) => {
    const endpoints = allCalls()
      .filter(([name]) => !isDefinedByFeature(name))
      .map(([name, call]) => [
        name,
        isRead(name)
          ? build.query(readOf(call, callOptions[name] as ReadOptions<Call>))
          : build.mutation(changeOf(call, callOptions[name] as ChangeOptions<Call>)),
      ]);
    // Types do not follow the loop: what each endpoint is by its declaration is said in `Definition`.
    return Object.fromEntries(endpoints) as Definitions;
  },
});
