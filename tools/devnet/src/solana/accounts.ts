import type { Account } from '../engine.ts';

// Written down instead of derived, so that no key library is needed at the start. accounts.test.ts derives them.
const keys = [
  ['oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', '0xa01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72'],
  [
    'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
    '0x3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
  ],
  [
    'CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k',
    '0x8eabe4c79ac3a146c1bc447a64233ea70694669b997b0565039471b2939e8c5e',
  ],
  [
    '9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp',
    '0xf55bf85006beb673056861062dd8f8d8ff0bb63dd61d45f86fe438bf6e442abb',
  ],
  [
    '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp',
    '0x3eb11a2e242212be157793db9fa881edffcfb391174b07d20369521ba1a084b1',
  ],
] as const;

/** The first five accounts of the usual test mnemonic, by SLIP-10. `privateKey` is the 32-byte ed25519 seed. */
export const solanaAccounts: readonly Account[] = keys.map(([address, privateKey], index) => ({
  index,
  address,
  path: `m/44'/501'/${index}'/0'`,
  privateKey,
}));
