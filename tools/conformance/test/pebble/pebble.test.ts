import { describeFamily } from '../../src/index.ts';
import { pebbleSetup } from './setup.ts';

// The suite on a chain that is as unlike Ethereum as can be: if it passes here, it assumes no hash, no nonce, no gas and no JSON-RPC.
describeFamily(pebbleSetup());
