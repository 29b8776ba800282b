import { type CodeOwnersSyntax, codeOwnersRulesOf, parseCodeOwners } from './parseCodeOwners.ts';
import { mostMatchingSteps } from './pathPattern.ts';

const gitHub = `# Everything
*                 @acme/everyone
*.js              @js-owner # inline
/build/logs/      @doctocat
docs/*            docs@example.com
apps/             @octocat
/scripts/         @doctocat @octocat
**/logs           @logs
/apps/github
!/scripts/old     @unused
[Docs]            @unused
/src/[ab].ts      @unused
/wrong            not-an-owner
with\\ space.txt   @spaces
\\#hash.txt        @hash
/deep/**/test.ts  @deep
/file?.txt        @question`;

const gitLab = `* @default
docs/ @docs @docs/team
/root.md @root
README.md

[Frontend] @frontend
*.vue
/web/*.ts @web
!/web/vendor/
/web/vendor/kept.ts @never

^[Security][2] @security @@maintainer
config/*
/src/[a-c].rb

[FRONTEND]
/late.vue @late`;

function ownersIn(text: string, syntax: CodeOwnersSyntax, path: string): string[] {
  const rules = codeOwnersRulesOf(parseCodeOwners(text, syntax), path);
  return (rules ?? []).map(({ line, section, owners }) => [line, section, ...owners].filter(Boolean).join(' '));
}

describe('a CODEOWNERS file of GitHub', () => {
  it.each([
    ['a.ts', '2 @acme/everyone'],
    ['a/b/c.js', '3 @js-owner'],
    ['build/logs/one/two.txt', '8 @logs'],
    ['build/logs.txt', '2 @acme/everyone'],
    ['docs/guide.md', '5 docs@example.com'],
    ['docs/build/guide.md', '2 @acme/everyone'],
    ['other/docs/guide.md', '2 @acme/everyone'],
    ['other/apps/x.ts', '6 @octocat'],
    ['apps/github/x.ts', '9'],
    ['scripts/old/x.sh', '7 @doctocat @octocat'],
    ['src/a.ts', '2 @acme/everyone'],
    ['wrong', '2 @acme/everyone'],
    ['folder/with space.txt', '14 @spaces'],
    ['#hash.txt', '15 @hash'],
    ['deep/test.ts', '16 @deep'],
    ['deep/a/b/test.ts', '16 @deep'],
    ['file1.txt', '17 @question'],
    ['file10.txt', '2 @acme/everyone'],
  ])('has the last rule that fits %s', (path, rule) => {
    expect(ownersIn(gitHub, 'GitHub', path)).toEqual([rule]);
  });

  it('assigns no owner to files that match no rule', () => {
    expect(ownersIn('/src/ @src', 'GitHub', 'lib/a.ts')).toEqual([]);
    expect(ownersIn('', 'GitHub', 'lib/a.ts')).toEqual([]);
  });
});

describe('a CODEOWNERS file of GitLab', () => {
  it.each([
    ['a.rb', ['1 @default']],
    ['any/docs/deep/a.md', ['2 @docs @docs/team']],
    ['root.md', ['3 @root']],
    ['other/root.md', ['1 @default']],
    ['web/README.md', ['4']],
    ['ui/button.vue', ['1 @default', '7 Frontend @frontend']],
    ['web/a.ts', ['1 @default', '8 Frontend @web']],
    ['web/vendor/kept.ts', ['1 @default']],
    ['x/config/a.yml', ['1 @default', '13 Security @security @@maintainer']],
    ['src/b.rb', ['1 @default', '14 Security @security @@maintainer']],
    ['src/d.rb', ['1 @default']],
    ['late.vue', ['1 @default', '17 FRONTEND @late']],
  ])('has the last rule of each section that fits %s', (path, rules) => {
    expect(ownersIn(gitLab, 'GitLab', path)).toEqual(rules);
  });
});

describe('a pattern with characters beyond the basic plane', () => {
  it.each<[string, CodeOwnersSyntax, string]>([
    ['🚀.ts', 'GitHub', 'src/🚀.ts'],
    ['?.ts', 'GitHub', '🚀.ts'],
    ['*🚀?.ts', 'GitHub', 'a🚀🚁.ts'],
    ['\\🚀.ts', 'GitHub', '🚀.ts'],
    ['[🚀-🚃].ts', 'GitLab', 'src/🚁.ts'],
    ['[a-🚀].ts', 'GitLab', '\uffee.ts'],
  ])('%s of %s fits %s', (pattern, syntax, path) => {
    expect(ownersIn(`${pattern} @one`, syntax, path)).toEqual(['1 @one']);
  });
});

describe('a hostile CODEOWNERS file', () => {
  /** What matching takes; null where the budget is spent. */
  const stepsFor = (text: string, path: string) => {
    const budget = { left: mostMatchingSteps };
    const rules = codeOwnersRulesOf(parseCodeOwners(text, 'GitLab'), path, budget);
    return rules === null ? null : mostMatchingSteps - budget.left;
  };

  it('takes steps in proportion to its patterns and the path', () => {
    const pattern = `${'*a'.repeat(120)}b/${'**/x/'.repeat(30)}*`;
    const path = `${'a'.repeat(400)}/${'x/'.repeat(200)}y`;
    expect(stepsFor(`${pattern} @one\n`, path)).toBeLessThan(pattern.length * path.length);
  });

  it('has no rule for a path that needs more steps than the budget', () => {
    const long = 'a'.repeat(1_000);
    const rules = `* @all\n${`*${'a'.repeat(20)}b @one\n`.repeat(20_000)}`;
    expect(stepsFor(rules, long)).toBeNull();
    expect(stepsFor(`* @all\n/[${'b'.repeat(480)}] @one\n`, 'a')).toBeGreaterThan(480);
    expect(stepsFor(rules, 'lib/cart.ts')).toBeLessThan(mostMatchingSteps);
    expect(ownersIn(rules, 'GitLab', 'lib/cart.ts')).toEqual(['1 @all']);
  });

  it('is read up to a number of rules and a length of patterns', () => {
    const rules = parseCodeOwners(`${'a'.repeat(501)} @one\n${'* @all\n'.repeat(20_001)}`, 'GitHub');
    expect(rules).toHaveLength(20_000);
    expect(rules[0]?.line).toBe(2);
  });
});
