import type { Call, CallAnswer, CallInput, Permission } from '@assay/contract';

/** Assay as the tools see it, with the rights of the API key that asks. */
export type Service = {
  /** @throws Refused with the reason that Assay gives */
  ask<C extends Call>(call: C, input: CallInput<C>): Promise<CallAnswer<C>>;
  /** Whether the API key allows it; tools that need more are not offered. */
  may(permission: Permission): boolean;
  /** The URL of Assay without a slash at its end. */
  url: string;
};

/** Assay refused a call: the message goes to the model, which may correct what it asked. */
export class Refused extends Error {}
