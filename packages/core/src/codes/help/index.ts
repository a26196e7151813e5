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
 * What to do about each code, for docs/errors.md, which lists the codes of a kind in this order.
 *
 * Only generators of documents import this: texts of help belong into no bundle.
 */
export const help: Help = { ...request, ...keys, ...absent, ...intent, ...broadcast, ...warnings, ...broken };
