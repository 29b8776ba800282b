/**
 * Laid over the stock page: the client's colors in light and dark, and no bar for other descriptions. Nested, as the page's
 * own dark colors are said with as many classes.
 */
const css = `
:root { color-scheme: light dark; --page: light-dark(#fafafa, #111214); --card: light-dark(#fff, #18191c);
  --line: light-dark(#e4e4e7, #2a2b30); --ink: light-dark(#18181b, #ededf0); --soft: light-dark(#63636e, #a0a0ab);
  --accent: light-dark(#4f46e5, #8f8bff); }
html { background: var(--page); }
html:is(.dark-mode, :root) body {
  background: none;
  .swagger-ui { font: 14px/1.5 Inter, system-ui, sans-serif; }
  .swagger-ui .topbar { display: none; }
  .swagger-ui .wrapper { max-width: 1100px; }
  .swagger-ui, .swagger-ui :is(p, li, td, th, h1, h2, h3, h4, h5, label, .info .title, .opblock-tag, .model, .tab li,
    .parameter__name, .parameter__type, .response-col_status, .opblock-summary-path, .opblock-summary-description,
    .opblock-summary-operation-id, .responses-inner h4, .responses-inner h5, .opblock-section-header h4, table thead tr th,
    .model-title, .prop-type, .renderedMarkdown p, .markdown p) { font-family: inherit; color: var(--ink); }
  .swagger-ui :is(code, pre, .opblock-summary-path, .opblock-summary-method) { font-family: ui-monospace, monospace; }
  .swagger-ui .info { margin: 24px 0; }
  .swagger-ui .info .title small { background: var(--soft); }
  .swagger-ui .info :is(h1, h2) { font-size: 16px; margin: 20px 0 6px; }
  .swagger-ui .info :is(table tbody tr td:first-of-type, table, th, td) { border-bottom: 1px solid var(--line); padding: 4px 12px 4px 0; font-size: 13px; }
  .swagger-ui .info code, .swagger-ui .markdown code { background: none; color: var(--accent); padding: 0; font-weight: 500; }
  .swagger-ui :is(.scheme-container, .opblock .opblock-section-header, .dialog-ux .modal-ux) {
    background: var(--card); box-shadow: none; border-bottom: 1px solid var(--line); }
  .swagger-ui .opblock-tag { font-size: 15px; padding: 8px 0; border-bottom: 1px solid var(--line); }
  .swagger-ui .opblock, .swagger-ui .opblock:is(.opblock-get, .opblock-post, .opblock-put, .opblock-patch, .opblock-delete) {
    background: var(--card); border: 1px solid var(--line); box-shadow: none; border-radius: 6px; margin: 0 0 6px; }
  .swagger-ui .opblock .opblock-summary { border: 0; padding: 4px 8px; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 64px; padding: 2px 0; border-radius: 4px; font-size: 12px;
    background: none; border: 1px solid currentColor; text-shadow: none; color: var(--accent); }
  .swagger-ui .opblock-delete .opblock-summary-method { color: light-dark(#c22f2f, #ff7b72); }
  .swagger-ui .opblock-get .opblock-summary-method { color: light-dark(#15803d, #4ac26b); }
  .swagger-ui .opblock .opblock-summary-path { font-size: 13px; }
  .swagger-ui .opblock .opblock-summary-operation-id { word-break: normal; white-space: nowrap; font-weight: 400; }
  .swagger-ui :is(.opblock-summary-description, .opblock-summary-operation-id, .prop-format) { color: var(--soft); }
  .swagger-ui :is(input, textarea) { background: var(--page); color: var(--ink); border: 1px solid var(--line); }
  .swagger-ui :is(.btn, .btn.authorize) { color: var(--ink); border: 1px solid var(--line); box-shadow: none; }
  .swagger-ui .btn.authorize svg, .swagger-ui svg { fill: var(--soft); }
  .swagger-ui .btn.execute { background: var(--accent); color: #fff; }
  .swagger-ui :is(section.models, section.models .model-container) { background: var(--card); border-color: var(--line); }
  .swagger-ui .filter .operation-filter-input { border: 1px solid var(--line); margin: 12px 0; border-radius: 6px; }
}
`;

export const docsTheme = { title: 'Assay API', css: [{ filename: 'assay.css', content: css }] };
