import { type CodeOwnersSyntax, codeOwnersRulesOf, parseCodeOwners } from './parseCodeOwners.ts';

const gitHub = `# Everything
*                 @acme/everyone
*.js              @js-owner # inline
/build/logs/      @doctocat
docs/*            docs@example.com
apps/             @octocat
/scripts/         @doctocat @octocat
**/logs           @logs
/apps/github
!/scripts/old     @nobody
[Docs]            @nobody
/src/[ab].ts      @nobody
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
  return rules.map(({ line, section, owners }) => [line, section, ...owners].filter(Boolean).join(' '));
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

  it('owns nothing that no rule fits', () => {
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

describe('a hostile CODEOWNERS file', () => {
  it('takes no longer for patterns with many wildcards', () => {
    const pattern = `${'*a'.repeat(120)}b/${'**/x/'.repeat(30)}*`;
    const path = `${'a'.repeat(400)}/${'x/'.repeat(200)}y`;
    const started = performance.now();
    expect(ownersIn(`${`${pattern} @one\n`.repeat(100)}`, 'GitLab', path)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('is read up to a number of rules and a length of patterns', () => {
    const rules = parseCodeOwners(`${'a'.repeat(501)} @one\n${'* @all\n'.repeat(20_001)}`, 'GitHub');
    expect(rules).toHaveLength(20_000);
    expect(rules[0]?.line).toBe(2);
  });
});
