import { Decimal128 } from 'bson';
import { Decimal } from './values.ts';

/** A finite decimal is coefficient * 10^exponent. */
export type DecimalNumber =
  | { kind: 'finite'; coefficient: bigint; exponent: number }
  | { kind: 'infinite'; sign: 1 | -1 }
  | { kind: 'nan' };

export function decimalText(value: Decimal): string {
  return new Decimal128(value.bytes).toString();
}

/** Rounds to the 34 digits a Decimal128 holds. Throws when the text is not a number. */
export function decimalFromText(text: string): Decimal {
  return new Decimal(Decimal128.fromStringWithRounding(text).bytes);
}

export function parseDecimal(text: string): DecimalNumber {
  if (text === 'NaN') return { kind: 'nan' };
  if (text === 'Infinity' || text === '-Infinity') return { kind: 'infinite', sign: text.startsWith('-') ? -1 : 1 };
  const [mantissa = '0', power = '0'] = text.split('E');
  const point = mantissa.indexOf('.');
  const fraction = point < 0 ? 0 : mantissa.length - point - 1;
  return { kind: 'finite', coefficient: BigInt(mantissa.replace('.', '')), exponent: Number(power) - fraction };
}

export function decimalNumber(value: Decimal): DecimalNumber {
  return parseDecimal(decimalText(value));
}

/** A double converted to decimal as MongoDB does: 15 significant digits. */
export function decimalOfNumber(value: number | bigint): Decimal {
  if (typeof value === 'bigint' || Number.isInteger(value)) return decimalFromText(String(value).replace('e+', 'E+'));
  if (!Number.isFinite(value)) return decimalFromText(String(value));
  return decimalFromText(Number(value.toPrecision(15)).toString().replace('e', 'E'));
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  return arithmetic(
    a,
    b,
    (x, y) => x + y,
    (x, y) => {
      const exponent = Math.min(x.exponent, y.exponent);
      const left = x.coefficient * 10n ** BigInt(x.exponent - exponent);
      return { coefficient: left + y.coefficient * 10n ** BigInt(y.exponent - exponent), exponent };
    },
  );
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return arithmetic(
    a,
    b,
    (x, y) => x * y,
    (x, y) => ({
      coefficient: x.coefficient * y.coefficient,
      exponent: x.exponent + y.exponent,
    }),
  );
}

/** Division to 34 digits, plus one more for rounding. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  return arithmetic(
    a,
    b,
    (x, y) => x / y,
    (x, y) => {
      if (y.coefficient === 0n) return { coefficient: 0n, exponent: 0 };
      const shift = 70;
      return {
        coefficient: (x.coefficient * 10n ** BigInt(shift)) / y.coefficient,
        exponent: x.exponent - y.exponent - shift,
      };
    },
  );
}

/** What division leaves, with the sign of the dividend. */
export function remainderOfDecimals(a: Decimal, b: Decimal): Decimal {
  return arithmetic(
    a,
    b,
    (x, y) => x % y,
    (x, y) => {
      const exponent = Math.min(x.exponent, y.exponent);
      const left = x.coefficient * 10n ** BigInt(x.exponent - exponent);
      return { coefficient: left % (y.coefficient * 10n ** BigInt(y.exponent - exponent)), exponent };
    },
  );
}

type Finite = {
  coefficient: bigint;
  exponent: number;
};

function arithmetic(
  a: Decimal,
  b: Decimal,
  special: (x: number, y: number) => number,
  exact: (x: Finite, y: Finite) => Finite,
): Decimal {
  const x = decimalNumber(a);
  const y = decimalNumber(b);
  if (x.kind !== 'finite' || y.kind !== 'finite') {
    return decimalFromText(String(special(Number(decimalText(a)), Number(decimalText(b)))));
  }
  const result = exact(x, y);
  return decimalFromText(`${result.coefficient}E${result.exponent}`);
}
