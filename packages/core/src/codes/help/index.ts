import { absent } from './absent.ts';
import { broadcast } from './broadcast.ts';
import { broken } from './broken.ts';
import { intent } from './intent.ts';
import { keys } from './keys.ts';
import { request } from './request.ts';
import type { Help } from './types.ts';
import { warnings } from './warnings.ts';

export { oneFamily } from './one-family.ts';

/**
 * Advice for each code, for docs/errors.md. The document lists the codes of a kind in this order.
 *
 * Only generators of documents import this, so that no bundle carries these texts.
 */
export const help: Help = { ...request, ...keys, ...absent, ...intent, ...broadcast, ...warnings, ...broken };
