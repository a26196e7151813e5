// Loaded into every process that the bench starts, before its own code: it ends when the bench does, however that ends.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
