/** Replaces a secret. */
const hidden = '<hidden>';
const privateKey = '<private key>';

/** Shorter values would mangle every text. */
const shortestDenied = 3;
/** Shorter strings are words and numbers. */
const shortestRandom = 20;

/** A value in quotes, which are escaped where JSON is within JSON, or a word: commas end it before a blank. */
const value = `\\\\{1,3}["'][^"'\\n]*["']?|"(?:[^"\\\\\\n]|\\\\.)*"?|'(?:[^'\\\\\\n]|\\\\.)*'?|(?:[^\\s,;&"'{}()<>\\[\\]\\\\]|,(?=\\S))+`;
const secretName =
  '(?:passw(?:or)?d|passphrase|_pass(?![a-z])|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|account[_-]?key|credentials?|session[_-]?id|sessid|csrf|xsrf|signature|(?<![a-z])sig|jwt|otp)';

/**
 * In order: what is certain first, what is a guess last. Each quantifier is bounded, or begins where nothing of its kind
 * precedes it, so that the time grows with the length of the text.
 */
const rules: readonly [RegExp, string][] = [
  [
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----|$)/g,
    privateKey,
  ],
  // The user info of a URL, such as user:password@.
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#"'<>]{1,500}@/gi, '$1<hidden>@'],
  [
    /\b((?:proxy-)?authorization|(?:set-)?cookies?|x-[a-z-]{0,30}(?:key|token|secret|auth|signature)[a-z-]{0,20})(\\{0,3}["']?\s{0,4}[:=]\s{0,4})(?:"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[^\n]+)/gi,
    `$1$2${hidden}`,
  ],
  [/\b(bearer)\s{1,4}[\w.~+/=:-]{6,}/gi, `$1 ${hidden}`],
  [/\b(basic|token|digest|negotiate|apikey|sharedaccesssignature)\s{1,4}[\w.~+/=:-]{16,}/gi, `$1 ${hidden}`],
  [new RegExp(`(${secretName}[\\w.-]{0,40}\\\\{0,3}["']?\\s{0,4}(?:=>?|:)\\s{0,4})(?:${value})`, 'gi'), `$1${hidden}`],
  [new RegExp(`((?<![\\w-])--?[\\w-]{0,30}${secretName}[\\w-]{0,20}\\s{1,4})(?:${value})`, 'gi'), `$1${hidden}`],
  [new RegExp(`(<[\\w:.-]{0,40}${secretName}[\\w.-]{0,20}>)[^<\\n]+`, 'gi'), `$1${hidden}`],
  [/\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g, hidden],
  [
    /\b(?:gh[pousr]_|github_pat_|glpat-|gl[a-z]{2,5}-|xox[a-z]-|xapp-|npm_|pypi-|hf_|dop_v1_|shp[a-z]{2}_|ya29\.|SG\.)[\w.-]{10,}/g,
    hidden,
  ],
  [/\b(?:sk|pk|rk|whsec)[-_][\w-]{12,}/g, hidden],
  [/\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[0-9A-Z]{16}\b|\bAIza[\w-]{30,}/g, hidden],
  [/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]{1,63}\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}])/gu, '<email>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
];

const candidate = new RegExp(`[A-Za-z0-9_+/=-]{${shortestRandom},}`, 'g');

/** Keys and the like mix letters and digits throughout; identifiers have words, and digits at one or two places. */
function isRandom(text: string): boolean {
  if (/^[0-9a-f]+$/i.test(text)) return text.length >= 32 && /\d/.test(text) && /[a-f]/i.test(text);
  const groups = text.match(/\d+/g)?.length ?? 0;
  const changes = text.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g)?.length ?? 0;
  return groups >= 2 && changes >= text.length * 0.28;
}

/** @returns a value and its usual encodings */
function formsOf(value: string): string[] {
  const base64 = Buffer.from(value).toString('base64');
  // Half a surrogate pair cannot be encoded.
  const inUrl = encodeURIComponent(Buffer.from(value).toString());
  return [value, JSON.stringify(value).slice(1, -1), inUrl, base64, base64.replace(/=+$/, '')];
}

/**
 * Replaces credentials, tokens, keys, cookies, e-mail addresses, private keys and strings that look random. It is a help,
 * not a wall: what has no usual form passes.
 * @param denied values that must not leave, whatever they look like; those below 3 characters are ignored
 */
export function hideSecrets(text: string, denied: readonly string[] = []): string {
  const values = denied.filter(({ length }) => length >= shortestDenied).flatMap(formsOf);
  const longestFirst = [...new Set(values)].sort((one, other) => other.length - one.length);
  const allowed = longestFirst.reduce((rest, value) => rest.replaceAll(value, hidden), text);
  return rules
    .reduce((rest, [pattern, standsFor]) => rest.replace(pattern, standsFor), allowed)
    .replace(candidate, (found) => (isRandom(found) ? hidden : found));
}
