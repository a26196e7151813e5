import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// A recorded answer of a public service with this interface; the blockhash is the one in the message.
export const knownTransaction: KnownTransaction = {
  chainId: 'solana',
  data: {
    mode: 'transfer',
    senderAddress: 'kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NSU',
    recipientAddress: 'DA9TotRZzVQaPE5f4h9to31B5zwL89YFt5KEdJDF1uFB',
    useMaxAmount: true,
    amount: '153178784',
    fees: '5000',
    params: { profile: 'compat', blockhash: '7D6z7dG73LLo95yLwK52KpKWFjYKPj3BYvSBMDtahdRG' },
  },
  encoded: [
    {
      raw: {
        format: 'BORSH',
        value:
          '010001030b22abf2a5724f66cf158a3af547f9bea1c838b16dd2acb7070cba512ea5b871b4a409e52f8c6a1c009699af2dbbdb9eb7dcdaf3ef2eafe87b3499d38e29362600000000000000000000000000000000000000000000000000000000000000005c3fdbb45865314d1495bef7e2e09e94a81873ec7a81f21a5aa28ca3d52a6fbf01020200010c02000000a052210900000000',
      },
    },
  ],
};
