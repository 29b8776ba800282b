import { parseMarkdown } from '@assay/contract';
import { adfOf } from './jira/adf.ts';
import { wikiMarkupOf } from './jira/wikiMarkup.ts';
import { codeMarkdown, fencedMarkdown, plainMarkdown } from './markdown.ts';

const text = [
  '### 2 tests of Shop #418 fail alike',
  '',
  'Failing since [#409](https://assay.test/acme/test-runs/r1), commit `4e0b7715`.',
  'The same paragraph, and **bold**.',
  '',
  '```diff',
  '- discount: "SPRING10"',
  '+ discount: *null*',
  '```',
  '',
  '- keeps the discount',
  '- splits \\[a\\] cart, see https://assay.test/x.',
].join('\n');

describe('the text of an issue', () => {
  it('is Atlassian’s document for Jira Cloud', () => {
    expect(adfOf(text)).toEqual({
      type: 'doc',
      version: 1,
      content: [
        {
          type: 'heading',
          attrs: { level: 3 },
          content: [{ type: 'text', text: '2 tests of Shop #418 fail alike' }],
        },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Failing since ' },
            {
              type: 'text',
              text: '#409',
              marks: [{ type: 'link', attrs: { href: 'https://assay.test/acme/test-runs/r1' } }],
            },
            { type: 'text', text: ', commit ' },
            { type: 'text', text: '4e0b7715', marks: [{ type: 'code' }] },
            { type: 'text', text: '. The same paragraph, and ' },
            { type: 'text', text: 'bold', marks: [{ type: 'strong' }] },
            { type: 'text', text: '.' },
          ],
        },
        { type: 'codeBlock', content: [{ type: 'text', text: '- discount: "SPRING10"\n+ discount: *null*' }] },
        {
          type: 'bulletList',
          content: [
            {
              type: 'listItem',
              content: [{ type: 'paragraph', content: [{ type: 'text', text: 'keeps the discount' }] }],
            },
            {
              type: 'listItem',
              content: [
                {
                  type: 'paragraph',
                  content: [
                    { type: 'text', text: 'splits [a] cart, see ' },
                    {
                      type: 'text',
                      text: 'https://assay.test/x',
                      marks: [{ type: 'link', attrs: { href: 'https://assay.test/x' } }],
                    },
                    { type: 'text', text: '.' },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('is wiki markup for Jira Data Center, in which nothing else means anything', () => {
    expect(wikiMarkupOf(text)).toBe(
      [
        'h3. 2 tests of Shop #418 fail alike',
        'Failing since [#409|https://assay.test/acme/test-runs/r1], commit {{4e0b7715}}. The same paragraph, and *bold*.',
        '{noformat}\n- discount: "SPRING10"\n+ discount: *null*\n{noformat}',
        '* keeps the discount\n* splits \\[a\\] cart, see [https://assay.test/x].',
      ].join('\n\n'),
    );
    expect(wikiMarkupOf('```\na {noformat} b\n```')).not.toMatch(/a \{noformat\}/);
    expect(wikiMarkupOf('{color:red}a_b_')).toBe('\\{color:red\\}a\\_b\\_');
  });

  it('has no empty text, which Jira refuses', () => {
    expect(JSON.stringify(adfOf('```\n\n```\n\n-\n\n[](https://assay.test)'))).not.toContain('"text":""');
    expect(adfOf('').content).toEqual([]);
  });

  it('takes names as they are, without mentions', () => {
    const name = 'a [b](c) `d` **e** <f> #1 @ada _g_ \\h | i';
    expect(parseMarkdown(plainMarkdown(name))).toEqual([
      { kind: 'paragraph', content: [{ kind: 'text', text: name.replace('@', '@\u200b') }] },
    ]);
    expect(parseMarkdown(codeMarkdown('a`b`c'))).toEqual([
      { kind: 'paragraph', content: [{ kind: 'code', text: "a'b'c" }] },
    ]);
    expect(parseMarkdown(fencedMarkdown('a\n```\nb'))).toEqual([{ kind: 'code', text: 'a\n```\nb' }]);
    expect(parseMarkdown('```\nnever ends')).toEqual([{ kind: 'code', text: 'never ends' }]);
  });
});
