exports.slug = (title) => title.trim().toLowerCase().replaceAll(' ', '-');
