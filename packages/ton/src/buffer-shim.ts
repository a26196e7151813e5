// @ton/core and @ton/crypto use the global `Buffer` while they load. Browsers and Workers have none, so this module must run before them:
// only ton-core.ts imports it. The npm package is meant, not the module of Node with the same name.
import { Buffer } from 'buffer/index.js';

(globalThis as { Buffer?: unknown }).Buffer ??= Buffer;
