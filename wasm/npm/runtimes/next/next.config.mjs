// Two builds at once have a folder each.
export default { distDir: process.env.NEXT_FOLDER };
