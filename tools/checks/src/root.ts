import { fileURLToPath } from 'node:url';

/** The root of the project, with a separator at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
