'use strict';
// A formatter of CucumberJS that tells the runner agent which scenarios there are in a feature file of a WebDriverIO
// project, or how they go. It runs in the process of the file, beside the scenarios.
const { CucumberEvents, ignoredOutcomes } = require('./cucumberEvents.cjs');
const order = require('./order.cjs');
const { lineKey } = require('./specKey.cjs');

class AssayFormatter {
  static #current = null;
  #events;
  #listing;
  /** Those of the scenario that runs. */
  #pictures = [];

  /** Keeps a picture of the browser with the scenario that runs. */
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
      // What is asked for was listed before.
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
    // A project may hand over the picture that it took: it is kept once.
    if (this.#pictures.includes(envelope.attachment?.body)) return;
    this.#events.take(envelope);
  }

  #keep(picture) {
    const fileName = `screenshot-${this.#pictures.length + 1}.png`;
    this.#events.take({ attachment: { body: picture, contentEncoding: 'BASE64', mediaType: 'image/png', fileName } });
    this.#pictures.push(picture);
  }
}

/** As WebDriverIO ends with them: what it is told to ignore it does not count. */
function outcomesLeftOut({ _assayStrict, _ignoreUndefinedDefinitions, _failAmbiguousDefinitions }) {
  if (!_ignoreUndefinedDefinitions) return ignoredOutcomes(_assayStrict);
  return ['PENDING', 'UNDEFINED', ...(_failAmbiguousDefinitions ? [] : ['AMBIGUOUS'])];
}

module.exports = AssayFormatter;
