import type { StarknetAccount } from './engine.ts';

// Written down instead of derived, so that no key library is needed at the start. accounts.test.ts derives them.
const keys = [
  [
    '0x042a676b6b29db00fdd59342c671340d42d6f64e11afff6c841a55dc02541a4d',
    '0x2b4201ec5ba569ff110cb1b4bc615a44c09e30dd9d5ed28b64be7721bb6fc0b',
    '0xeb2609ea42924e99d0d5aa50ef056210a985a69bc53b50e48cfa3ae954ffc0',
  ],
  [
    '0x012f0fd63d2e167fec9e0d00231d855dbcd5a0baa57a2f76bcf4e5ab9634bd07',
    '0x75864c245f432117df2bbe87abba5826bcf34d9b53b36bdba0b1873ba0a683',
    '0x779b5c81376270a927117286cdbdf59b32d238d6b63cdf2255996a800dba5da',
  ],
  [
    '0x05c6ddfee0e2a0067093e28bc019b8acdf60e5e7176f02d3d2370ce8e9645542',
    '0x57c721a9163be821b31d5e010a9ffae5034b8374f3c0056da2411141d2a8cc0',
    '0x27ebccd7f418755ffa90ae0a2d8759f57772edd4b85c4b4a5b8d89df37b9bb',
  ],
  [
    '0x07c5299cf0a7c9e6017f57376035148ef04d4b277a5907a623c5b19c9309f251',
    '0x7758be3f3af70ae340a0351bc110f63020b07cfe8377995442630c71bc9688f',
    '0x30e80e909001a4184e3363bb4c93de8ccdeab315f814401900d3b69039ea634',
  ],
  [
    '0x045d70215fbd400cbc3d8491d863ea30afccf438ee2f8857823c00e8f70f1cf1',
    '0x2fb71e48a57407ce84051e4756cbf4e109413aaacbc1240193178f0363d0388',
    '0x317f2faf0f55860303ac6f3320795b3797834c5d39306ed9b56dadf82d6ac0b',
  ],
] as const;

/**
 * The first five accounts of the usual test mnemonic (BIP-39) in the wallet Ready (before: Argent X), as accounts of its class 0.4.0 without a guardian.
 * The wallet derives twice: the Ethereum key at `m/44'/60'/0'/0/0` is the seed of another BIP-32 tree, whose key at `path` is ground onto the curve by
 * `grindKey` (EIP-2645). Source: PhilippeR26/starknet.js-workshop-typescript:src/scripts/argentX/4.getPrivFromArgentXSeed.ts.
 *
 * The last one is funded, and not deployed. Keys have `0x` and no leading zeros; addresses have 64 digits.
 */
export const starknetAccounts: readonly StarknetAccount[] = keys.map(([address, publicKey, privateKey], index) => ({
  index,
  address,
  path: `m/44'/9004'/0'/0/${index}`,
  publicKey,
  privateKey,
  kind: 'argent-0.4.0',
  isDeployed: index < keys.length - 1,
}));
