'use strict';
// A WebDriverIO reporter beside the formatter for scenarios: CucumberJS knows nothing of the browser's pictures.
const { EventEmitter } = require('node:events');
const AssayFormatter = require('./wdioFormatter.cjs');
const { pictureOf } = require('./wdioPicture.cjs');

class AssayPictures extends EventEmitter {
  constructor() {
    super();
    this.on('client:afterCommand', (command) => {
      const picture = pictureOf(command);
      if (picture !== null) AssayFormatter.keepPicture(picture);
    });
  }

  get isSynchronised() {
    return true;
  }
}

module.exports = AssayPictures;
