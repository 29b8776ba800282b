export class TemplateError extends Error {
  name = 'TemplateError';
}
export function render(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, key) => {
    if (!(key in values)) throw new TemplateError(`No value for {${key}} in mail ${Math.floor(Math.random() * 1e9)}`);
    return values[key];
  });
}
export const subjectOf = (mail) => mail.headers.get('subject').trim();
