type Condition = { $regex: string; $options: 'i' };

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** @returns a condition for texts that contain this one, whatever the case. */
export function containing(text: string): Condition {
  return { $regex: escaped(text), $options: 'i' };
}

/** @returns a condition for texts that begin with this one, in either case */
export function beginningWith(text: string): Condition {
  return { $regex: `^${escaped(text)}`, $options: 'i' };
}
