import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// A recorded answer of a public service with this interface: coin, outputs and bytes are the recorded ones. The recording has no hash: this one is bitcoinjs-lib's, of the same bytes (BIP143).
export const knownTransaction: KnownTransaction = {
  chainId: 'bitcoin',
  data: {
    mode: 'transfer',
    senderAddress: 'bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv',
    recipientAddress: 'bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv',
    useMaxAmount: false,
    amount: '1000',
    fees: '904',
    params: {
      v: 1,
      feeRate: '6.411',
      lockTime: 0,
      inputs: [
        {
          txid: '2d256e4225d52ed860e78af4449a39f1a1f13e3b741ff4327820d06e16b6431b',
          vout: 1,
          value: '18192',
          type: 'p2wpkh',
          sequence: 0xffff_fffd,
        },
      ],
      outputs: [
        { address: 'bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv', value: '1000', role: 'recipient' },
        { address: 'bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv', value: '16288', role: 'change' },
      ],
      weight: 562,
      vsize: 141,
    },
  },
  encoded: [
    {
      hash: { format: 'sha256', value: '23f17841e82eeaa348ad4f6be74e2516bda0b59e8b363872e261da87a6ff5973' },
      raw: {
        format: 'PSBT',
        value:
          '70736274ff01007102000000011b43b6166ed0207832f41f743b3ef1a1f1399a44f48ae760d82ed525426e252d0100000000fdffffff02e8030000000000001600143fac1a8303a3a9c25593f341d3b70cf0dfdd59c1a03f0000000000001600143fac1a8303a3a9c25593f341d3b70cf0dfdd59c1000000000001011f10470000000000001600143fac1a8303a3a9c25593f341d3b70cf0dfdd59c1000000',
      },
    },
  ],
};
