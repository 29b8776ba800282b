import { badgeAddressOf } from '@assay/contract';
import { badgeMarkup } from './badgeMarkup.ts';

const image = 'https://assay.example.org/badge/p1.svg?token=t&branch=main';
const link = 'https://assay.example.org/northwind/projects/shop';

describe('the badge in a readme', () => {
  it('is a picture that leads to the project', () => {
    const badge = { image, link, alt: 'Shop tests' };
    expect(badgeMarkup('Markdown', badge)).toBe(`[![Shop tests](${image})](${link})`);
    expect(badgeMarkup('HTML', badge)).toBe(
      `<a href="${link}"><img src="${image.replace('&', '&amp;')}" alt="Shop tests" height="20"></a>`,
    );
    expect(badgeMarkup('AsciiDoc', badge)).toBe(`image:${image}["Shop tests",link="${link}"]`);
  });

  it('takes a name as text', () => {
    const badge = { image, link, alt: 'A [b] "c" <d>' };
    expect(badgeMarkup('Markdown', badge)).toContain('![A \\[b\\] "c" \\<d\\>]');
    expect(badgeMarkup('HTML', badge)).toContain('alt="A [b] &quot;c&quot; &lt;d&gt;"');
    expect(badgeMarkup('AsciiDoc', badge)).toContain('["A [b\\] \\"c\\" <d>",');
  });
});

describe('the address of a badge', () => {
  it('names what was chosen, and has no character that ends it', () => {
    const chosen = { branch: "feature/(it's)", environment: '', suite: 'Smoke & more' };
    expect(badgeAddressOf('/badge/p1.svg?token=t', chosen)).toBe(
      '/badge/p1.svg?token=t&branch=feature%2F%28it%27s%29&suite=Smoke%20%26%20more',
    );
  });
});
