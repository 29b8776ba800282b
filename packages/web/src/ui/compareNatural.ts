const [zero, nine] = [0x30, 0x39];
const isDigit = (code: number) => code >= zero && code <= nine;

/** @returns where the digits from `at` on end */
function endOfDigits(text: string, at: number): number {
  let end = at;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/**
 * Orders texts by code points, and numbers in them by value: `test2` before `test10`. Not the collator of the language:
 * tens of thousands of names are sorted while a run is in progress.
 * @returns negative when `a` comes first, positive when `b` does, 0 for equal texts
 */
export function compareNatural(a: string, b: string): number {
  let [inA, inB] = [0, 0];
  while (inA < a.length && inB < b.length) {
    const [codeOfA, codeOfB] = [a.charCodeAt(inA), b.charCodeAt(inB)];
    if (isDigit(codeOfA) && isDigit(codeOfB)) {
      const [endInA, endInB] = [endOfDigits(a, inA), endOfDigits(b, inB)];
      const difference = Number(a.slice(inA, endInA)) - Number(b.slice(inB, endInB));
      if (difference !== 0) return difference;
      [inA, inB] = [endInA, endInB];
    } else if (codeOfA === codeOfB) {
      inA++;
      inB++;
    } else {
      return codeOfA - codeOfB;
    }
  }
  const restOfA = a.length - inA;
  const restOfB = b.length - inB;
  return restOfA - restOfB || (a < b ? -1 : a > b ? 1 : 0);
}
