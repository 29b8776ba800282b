// The spellings of a noun, and how templates are filled in with them. The templates are about a 'sample item': with two
// words, each spelling (sampleItem, SampleItem, sample item, sample-item) shows which one is meant.
import { Refusal } from './refusal.mjs';

/** Where a noun's identifier would be a keyword, or a global that code relies on. */
const reserved = new Set(
  `arguments array async await boolean break case catch class const continue debugger default delete do else enum eval
  export extends false finally for function if implements import in instanceof interface let map new null number object
  package private promise protected public return set static string super switch symbol this throw true try typeof
  undefined var void while with yield`.split(/\s+/),
);

/** @returns the plural of an English word that follows the rules: 'release' → 'releases', 'policy' → 'policies' */
function regularPlural(word) {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

const capitalized = (word) => word[0].toUpperCase() + word.slice(1);

/** Of a noun in one number. */
function spellings(words) {
  const [first, ...others] = words;
  const text = words.join(' ');
  return {
    camel: first + others.map(capitalized).join(''),
    pascal: words.map(capitalized).join(''),
    text,
    sentence: capitalized(text),
    title: words.map(capitalized).join(' '),
    kebab: words.join('-'),
  };
}

function wordsOf(noun, what) {
  const text = noun.trim();
  if (!/^[a-z]{2,}(?:[ -][a-z]{2,}){0,2}$/.test(text) || text.length > 30) {
    throw new Refusal(
      `'${noun}' is not ${what}: write one to three lower-case English words, up to 30 characters, such as release or "test data set".`,
    );
  }
  return text.split(/[ -]/);
}

/**
 * @param {string} noun singular, such as 'release' or 'test data set'
 * @param {string} [plural] if it is irregular
 * @returns {{ one: Spellings, many: Spellings }}
 * @throws Refusal when it is not a noun that code can be named after
 */
export function nounForms(noun, plural) {
  const words = wordsOf(noun, 'a noun');
  const last = words.at(-1);
  if (plural === undefined && /s$/.test(last) && !/(?:ss|us|is)$/.test(last)) {
    throw new Refusal(`'${noun}' looks like a plural: write the singular, or give the plural with --plural.`);
  }
  const many = plural === undefined ? [...words.slice(0, -1), regularPlural(last)] : wordsOf(plural, 'a plural');
  const forms = { one: spellings(words), many: spellings(many) };
  if (forms.one.text === forms.many.text) throw new Refusal(`'${noun}' has no plural of its own: choose another noun.`);
  for (const { camel } of [forms.one, forms.many]) {
    if (reserved.has(camel)) throw new Refusal(`'${camel}' means something else in TypeScript: choose another noun.`);
  }
  return forms;
}

const sample = /(?:\b([Aa]) )?(?:(sample)|Sample)(?:(-)|( ))?(?:item|(Item))(s(?![a-z]))?/g;

/** @returns whether a word begins with the sound of a vowel: 'an' is before it */
function beginsWithVowel(word) {
  return /^(?:[aeiou]|hono|hour|heir)/.test(word) && !/^(?:eu|one|u[bst][aeiu]|uni)/.test(word);
}

/** @returns the text of a template, or the path of one, about the noun */
export function filledIn(text, { one, many }) {
  return text.replace(sample, (_, article, lower, dash, space, upperItem, isPlural) => {
    const forms = isPlural ? many : one;
    const before = article ? `${article}${beginsWithVowel(one.text) ? 'n' : ''} ` : '';
    if (dash) return before + forms.kebab;
    if (!space) return before + (lower ? forms.camel : forms.pascal);
    if (lower) return before + forms.text;
    return before + (upperItem ? forms.title : forms.sentence);
  });
}

/**
 * @param {string} text of a template
 * @returns {string | null} an identifier that the filled-in template would have in two meanings
 */
export function ambiguousIdentifier(text, forms) {
  const identifiers = new Set(text.match(/[A-Za-z_$][\w$]*/g));
  const own = [...identifiers].filter((identifier) => /sampleItem|SampleItem/.test(identifier));
  return own.map((identifier) => filledIn(identifier, forms)).find((identifier) => identifiers.has(identifier)) ?? null;
}
