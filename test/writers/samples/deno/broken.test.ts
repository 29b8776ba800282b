throw new Error('cannot load');
