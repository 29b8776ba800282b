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
 * Tells a rule as a story: `given(decider, ...facts).when(command).gives(...facts)`, or `.refuses(code)`. States are
 * frozen before they are decided from, so that a decider which changes one is found out.
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
        /** The facts, for a test that goes on from them. */
        events: happened,
        /** The state that they lead to. */
        state: happened.reduce(decider.evolve, state),
        gives: (...expected: Event[]) => expect(outcome).toEqual(expected),
        /** Types only, where what is in them is another test's matter. */
        givesTypes: (...expected: Event['type'][]) =>
          expect(typeof outcome === 'string' ? outcome : outcome.map(({ type }) => type)).toEqual(expected),
        refuses: (code: DomainErrorCode) => expect(outcome).toBe(code),
      };
    },
  };
}
