// Comes before Playwright's service worker, which answers the viewer's requests with what a trace has recorded. A trace is
// made by tests, which may be anybody's: whatever comes out of one must not run as part of this site. What the service
// worker has fetched from the service is left alone.
const answerWith = FetchEvent.prototype.respondWith;
FetchEvent.prototype.respondWith = function respondConfined(answer) {
  answerWith.call(
    this,
    Promise.resolve(answer).then((response) => confined(this.request, response)),
  );
};

// A recorded page is shown as the viewer draws it: only the viewer's own script, named by a number of its own, runs in it.
// Its frames are not asked of this worker where they lead elsewhere, so they lead nowhere else.
const pagePolicy =
  "default-src 'self' data: blob: http: https:; style-src 'unsafe-inline' 'self' data: blob: http: https:; " +
  "script-src 'unsafe-inline'; frame-src 'self' data: blob:; connect-src 'none'; form-action 'none'; " +
  "object-src 'none'; worker-src 'none'";
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; sandbox";

function confined(request, response) {
  if (response.type !== 'default') return response;
  const isPage = request.url.startsWith(`${self.registration.scope}snapshot/`);
  const headers = new Headers(response.headers);
  // A second policy beside the viewer's own: both have to allow what a page does.
  headers.append('Content-Security-Policy', isPage ? pagePolicy : filePolicy);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
