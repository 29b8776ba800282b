'use strict';
// A CucumberJS formatter that tells the runner agent which scenarios a feature file of a WebDriverIO project has, or
// their results. It runs in the process of the file, beside the scenarios.
const { CucumberEvents, ignoredOutcomes } = require('./cucumberEvents.cjs');
const order = require('./order.cjs');
const { lineKey } = require('./specKey.cjs');

class AssayFormatter {
  static #current = null;
  #events;
  #listing;
  /** The attachments of the running scenario. */
  #pictures = [];

  /** Keeps a screenshot with the running scenario. */
  static keepPicture(picture) {
    AssayFormatter.#current?.#keep(picture);
  }

  constructor({ eventBroadcaster, parsedArgvOptions: options }) {
    const index = Number.parseInt(options._cid, 10);
    const place = order.places[index] ?? index;
    this.#listing = Boolean(options._assayListed);
    this.#events = new CucumberEvents(outcomesLeftOut(options), {
      keyOf: (file, line) => lineKey(place, file, line),
      triedAgain: order.retry,
      // The requested scenarios were listed before.
      onListed: options._assayListed ?? null,
    });
    eventBroadcaster.on('envelope', (envelope) => this.#take(envelope));
    AssayFormatter.#current = this;
  }

  async finished() {
    AssayFormatter.#current = null;
  }

  #take(envelope) {
    if (this.#listing && envelope.testCaseStarted) return;
    if (envelope.testCaseStarted) this.#pictures = [];
    // A project may attach the screenshot that it took: it is kept once.
    if (this.#pictures.includes(envelope.attachment?.body)) return;
    this.#events.take(envelope);
  }

  #keep(picture) {
    const fileName = `screenshot-${this.#pictures.length + 1}.png`;
    this.#events.take({ attachment: { body: picture, contentEncoding: 'BASE64', mediaType: 'image/png', fileName } });
    this.#pictures.push(picture);
  }
}

/** The result as in WebDriverIO's exit code: it does not count what it is told to ignore. */
function outcomesLeftOut({ _assayStrict, _ignoreUndefinedDefinitions, _failAmbiguousDefinitions }) {
  if (!_ignoreUndefinedDefinitions) return ignoredOutcomes(_assayStrict);
  return ['PENDING', 'UNDEFINED', ...(_failAmbiguousDefinitions ? [] : ['AMBIGUOUS'])];
}

module.exports = AssayFormatter;
