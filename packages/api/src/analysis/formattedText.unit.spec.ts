import { formattedText } from './formattedText.ts';

describe('a suggestion as HTML', () => {
  it('has the marks of Markdown', () => {
    expect(formattedText('**Away**\n\n- Start `it`')).toBe(
      '<p><strong>Away</strong></p>\n<ul>\n<li>Start <code>it</code></li>\n</ul>',
    );
  });

  it.each([
    ['<script>alert(1)</script>', ''],
    ['<img src=x onerror=alert(1)>', ''],
    ['![p](https://attacker.example/p.png)', '<p></p>'],
    ['[here](javascript:alert(1))', '<p>here</p>'],
    ['https://attacker.example', '<p>https://attacker.example</p>'],
    ['<p style="position:fixed" class="a">x</p>', '<p>x</p>'],
  ])('has nothing in it that loads, leads elsewhere or runs: %s', (text, html) => {
    expect(formattedText(text)).toBe(html);
  });
});
