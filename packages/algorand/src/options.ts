import * as z from 'zod';

/** The options that the Algorand family adds, as they may stand in a configuration file. Each has a description: the docs show it. */
export const optionsSchema = z.strictObject({});
