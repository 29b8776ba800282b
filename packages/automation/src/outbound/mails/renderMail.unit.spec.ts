import { mailSamples } from './mailSamples.ts';
import { renderMail } from './renderMail.ts';

describe('a mail', () => {
  it('has the same content as text and as HTML, and shows typed text literally', () => {
    const { text, html } = renderMail(
      {
        subject: 'S',
        heading: '<b>Ada</b> & Co',
        paragraphs: ['"Hello"'],
        action: { label: 'Open', url: 'https://assay.example.org/?a=1&b=2' },
        footnote: 'F',
      },
      'ada@example.org',
    );
    expect(text).toBe('<b>Ada</b> & Co\n\n"Hello"\n\nOpen:\nhttps://assay.example.org/?a=1&b=2\n\n-- \nF\n');
    expect(html).toContain('&lt;b&gt;Ada&lt;/b&gt; &amp; Co');
    expect(html).toContain('&quot;Hello&quot;');
    expect(html).toContain('href="https://assay.example.org/?a=1&amp;b=2"');
  });

  it.each(Object.entries(mailSamples('https://assay.example.org')))(
    '%s has a subject of one line and its link',
    (_, mail) => {
      expect(mail.subject).toMatch(/^\S[^\r\n]{3,70}$/);
      const links = mail.text.match(/^https:\S+$/gm) ?? [];
      for (const link of links) expect(mail.html).toContain(link.replaceAll('&', '&amp;'));
      expect(mail.html).not.toMatch(/undefined|null|\[object/);
    },
  );
});
