/**
 * How an aggregate decides. `decide` says what happens when a command meets a state, or throws a DomainError;
 * `evolve` says what state a fact leads to. Both are pure: time and ids arrive in the command.
 */
export type Decider<State, Command, Event extends { type: string; data: unknown }> = {
  /** The stream's name is `<category>-<id>`. */
  category: string;
  initialState: () => State;
  decide: (command: Command, state: State) => Event[];
  evolve: (state: State, event: Event) => State;
  /** Optional: evolves over several facts in order, where that is cheaper than one at a time. */
  evolveAll?: (state: State, events: readonly Event[]) => State;
};

/** For the last case of a switch over a union: the compiler refuses it while a case is missing. */
export function never(value: never): never {
  throw new TypeError(`no case for ${JSON.stringify(value)}`);
}

/** An earlier version of a thing that is brought back: its revision, and why. */
export type Restored = { revision: number; reason: string };
