import { exactDouble } from '../bson/compareValues.ts';
import { type DecimalNumber, decimalFromText, decimalNumber } from '../bson/decimal.ts';
import { Decimal, Int32, integer, type Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import type { NumberValue } from '../query/numberOperand.ts';

/** `halfEven` goes to the nearest number, from halfway to the even one. */
export type Rounding = 'halfEven' | 'towardsZero' | 'down' | 'up';

const maxLong = 2n ** 63n - 1n;

/**
 * Rounds to decimal places, exactly: a double counts as the number that it is, not as its shortest text. Keeps the
 * type, but for an int that grows into a long. Throws code 51080 for a long that outgrows its type.
 */
export function roundNumber(number: NumberValue, places: number, rounding: Rounding): Value {
  if (number instanceof Decimal) {
    const exact = decimalNumber(number);
    return exact.kind === 'finite' ? decimalFromText(textOf(roundFinite(exact, places, rounding))) : number;
  }
  if (typeof number === 'number') {
    const exact = exactDouble(number);
    if (exact.kind !== 'finite') return number;
    const rounded = Number(textOf(roundFinite(exact, places, rounding)));
    return rounded === 0 && (number < 0 || Object.is(number, -0)) ? -0 : rounded;
  }
  const whole = number instanceof Int32 ? BigInt(number.value) : number;
  const { coefficient, exponent } = roundFinite({ kind: 'finite', coefficient: whole, exponent: 0 }, places, rounding);
  const rounded = coefficient * 10n ** BigInt(exponent);
  if (rounded > maxLong || rounded < -maxLong - 1n) {
    throw locationError(
      51080,
      `invalid conversion from Decimal128 result resulting from arguments: [${whole}, ${places}]`,
    );
  }
  return number instanceof Int32 ? integer(rounded) : rounded;
}

type Finite = Extract<DecimalNumber, { kind: 'finite' }>;

function roundFinite(number: Finite, places: number, rounding: Rounding): Finite {
  const dropped = -places - number.exponent;
  if (dropped <= 0) return number;
  const unit = 10n ** BigInt(dropped);
  const kept = number.coefficient / unit;
  const rest = number.coefficient % unit;
  return { kind: 'finite', coefficient: kept + stepFrom(kept, rest, unit, rounding), exponent: -places };
}

/** What is added to a quotient that was cut off towards zero and left a rest. */
function stepFrom(kept: bigint, rest: bigint, unit: bigint, rounding: Rounding): bigint {
  const away = rest < 0n ? -1n : 1n;
  switch (rounding) {
    case 'towardsZero':
      return 0n;
    case 'down':
      return rest < 0n ? -1n : 0n;
    case 'up':
      return rest > 0n ? 1n : 0n;
    case 'halfEven': {
      const beyondHalf = rest * away * 2n - unit;
      return beyondHalf > 0n || (beyondHalf === 0n && kept % 2n !== 0n) ? away : 0n;
    }
  }
}

const textOf = ({ coefficient, exponent }: Finite): string => `${coefficient}E${exponent}`;
