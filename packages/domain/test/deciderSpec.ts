import { type Decider, DomainError, type DomainErrorCode } from '../src/index.ts';

type AnyEvent = { type: string; data: unknown };
type Outcome<Event> = readonly Event[] | DomainErrorCode;

function outcomeOf<State, Command, Event extends AnyEvent>(
  decider: Decider<State, Command, Event>,
  command: Command,
  state: State,
): Outcome<Event> {
  try {
    return decider.decide(command, state);
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/**
 * Tests a rule: `given(decider, ...facts).when(command).gives(...facts)`, or `.refuses(code)`. States are frozen first,
 * so that a decider that changes one is caught.
 */
export function given<State, Command, Event extends AnyEvent>(
  decider: Decider<State, Command, Event>,
  ...events: readonly Event[]
) {
  const state = events.reduce((before, event) => decider.evolve(Object.freeze(before), event), decider.initialState());
  return {
    state,
    when: (command: Command) => {
      const outcome = outcomeOf(decider, command, Object.freeze(state));
      const happened = typeof outcome === 'string' ? [] : outcome;
      return {
        /** The facts, for tests that build on them. */
        events: happened,
        /** The state after the facts. */
        state: happened.reduce(decider.evolve, state),
        gives: (...expected: Event[]) => expect(outcome).toEqual(expected),
        /** Compares types only, where another test covers the data. */
        givesTypes: (...expected: Event['type'][]) =>
          expect(typeof outcome === 'string' ? outcome : outcome.map(({ type }) => type)).toEqual(expected),
        refuses: (code: DomainErrorCode) => expect(outcome).toBe(code),
      };
    },
  };
}
