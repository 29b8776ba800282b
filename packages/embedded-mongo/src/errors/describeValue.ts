import { decimalText } from '../bson/decimal.ts';
import {
  Binary,
  Code,
  Decimal,
  Int32,
  ObjectIdValue,
  RawDocument,
  Regex,
  Sentinel,
  SymbolValue,
  Timestamp,
  UtcDate,
  type Value,
} from '../bson/values.ts';

/** A value as MongoDB writes it into error messages: `{ name: "x", at: ObjectId('...') }`. */
export function describeValue(value: Value | undefined): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (value instanceof Int32) return String(value.value);
  if (value === null || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Map) {
    const fields = [...value].map(([name, field]) => `${name}: ${describeValue(field)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(describeValue).join(', ')} ]`;
  if (value instanceof ObjectIdValue) return `ObjectId('${value.toHex()}')`;
  if (value instanceof UtcDate) return `new Date(${value.ms})`;
  if (value instanceof Decimal) return decimalText(value);
  if (value instanceof Regex) return `/${value.pattern}/${value.options}`;
  if (value instanceof Binary) return `BinData(${value.subtype}, ${value.bytes.toString('hex').toUpperCase()})`;
  if (value instanceof Timestamp) return `Timestamp(${value.value >> 32n}, ${value.value & 0xffffffffn})`;
  if (value instanceof SymbolValue) return `"${value.name}"`;
  if (value instanceof Code) return value.code;
  if (value instanceof Sentinel) return value.kind;
  return value instanceof RawDocument ? '{ ... }' : `DBPointer("${value.namespace}")`;
}
