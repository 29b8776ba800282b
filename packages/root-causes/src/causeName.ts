import type { FailureFacts } from './failureFacts.ts';

const longest = 140;
const placeholders = /<(?:n|id|time|path|value|email)>/g;

/**
 * @param facts of all failures with the cause
 * @param template the one that most of them have
 * @returns a headline: what the error says, and where in the project's code if that helps
 */
export function nameOfCause(facts: readonly FailureFacts[], template: string): string {
  const typical = facts.find((fact) => fact.template === template);
  if (!typical) return '';
  const says = saying(facts, typical);
  const type = typeBefore(typical, says);
  const place = placeOf(facts);
  if (typical.subject?.startsWith('element ')) {
    return shortened(`${typical.subject.slice('element '.length)}: ${says}`, longest);
  }
  const text = typical.subject === null ? `${type}${says}` : says;
  return place === null || typical.subject !== null
    ? shortened(text, longest)
    : `${shortened(text, longest - place.length - 4)} in ${place}`;
}

function saying(facts: readonly FailureFacts[], typical: FailureFacts): string {
  const { headline, host } = typical;
  if (facts.every((fact) => fact.headline === headline)) return headline;
  if (host !== null) return `${host} is unreachable`;
  const line = typical.template.slice(0, longest);
  const words = line
    .replace(placeholders, '…')
    .replace(/…(?:[\s,.:]{0,2}…){1,20}/g, '…')
    .trim();
  return /[A-Za-z]{3}/.test(words) ? words : headline;
}

/** The frame that at least half of them have. */
function placeOf(facts: readonly FailureFacts[]): string | null {
  const [first] = facts;
  if (!first || first.frame === null) return null;
  const isCommon = facts.filter(({ frame }) => frame === first.frame).length * 2 >= facts.length;
  return isCommon ? first.titled : null;
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}

/** The class of the exception, where it says something or nothing else does. */
function typeBefore({ exception, assertion }: FailureFacts, says: string): string {
  if (exception === null || says.includes(exception)) return '';
  if (!/[A-Za-z]{3}/.test(says)) return `${exception}: `;
  return assertion !== null || /^(?:Error|AssertionError|AssertionFailedError)$/.test(exception)
    ? ''
    : `${exception}: `;
}
