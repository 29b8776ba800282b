require('./missing.cjs');
