exports.slug = (title) => title.trim().toLowerCase().replaceAll(' ', '-');
exports.chapter = (book, number) => book.chapters[number].title;
