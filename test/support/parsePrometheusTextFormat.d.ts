/** The package has no types of its own. */
declare module 'parse-prometheus-text-format' {
  type Sample = { labels?: Record<string, string>; value?: string; count?: string; buckets?: Record<string, string> };
  type Family = { name: string; help: string; type: string; metrics: Sample[] };
  export default function parsePrometheusTextFormat(text: string): Family[];
}
