import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// Made with @ton/ton 16.3.0: case v4r2, sequence number 1 of the vectors (packages/ton/fixtures).
export const knownTransaction: KnownTransaction = {
  chainId: 'ton',
  data: {
    mode: 'transfer',
    senderAddress: 'UQAqbua3_0G_7K_jgzhjJceolfT-TONGsY65wUoBUtZinP1w',
    recipientAddress: '0:cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
    amount: '100000000',
    memo: 'a memo',
    fees: '388269',
    nonce: '1',
    senderPubKey: 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c',
    useMaxAmount: false,
    params: {
      timeout: 1800000000,
      walletVersion: 'v4r2',
      walletId: 698983191,
      publicKey: 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c',
      deploy: false,
      bounce: false,
      sendMode: 3,
    },
  },
  encoded: [
    {
      hash: { format: 'sha256', value: 'c0f878849191e5760d11bec8a32078396470336d966955ce7959f0bbcdbf3266' },
      raw: {
        format: 'BOC',
        value:
          'b5ee9c7241010201005100011c29a9a3176b49d20000000001000301007c420066e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6a02faf0800000000000000000000000000000000000061206d656d6f2dfe76cf',
      },
    },
  ],
};
