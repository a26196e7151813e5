// Every process that the bench starts loads this before its own code. So it ends with the bench, however the bench ends.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
