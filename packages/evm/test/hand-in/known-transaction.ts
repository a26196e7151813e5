import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// A recorded answer of a public service with this interface; the prices are those in its RLP.
export const knownTransaction: KnownTransaction = {
  chainId: 'ethereum',
  data: {
    mode: 'transfer',
    senderAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
    recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6',
    useMaxAmount: true,
    nonce: '7',
    gas: '21000',
    fees: '93444473283000',
    amount: '15241559932339306',
    params: { type: 'eip1559', maxFeePerGas: '4449736823', maxPriorityFeePerGas: '752000' },
  },
  encoded: [
    {
      raw: {
        format: 'RLP',
        value: '0x02ee0107830b7980850109399877825208948bc6922eb94e4858efaf9f433c35bc241f69e8a68736261e3597046a80c0',
      },
      hash: { format: 'keccak256', value: '0d790e2ec0782364481c06e80b6900ba0d8e5c3ff507889a366e8bb7d1f26ddb' },
    },
    {
      raw: {
        format: 'WALLET_CONNECT',
        value:
          '{"chainId":"0x1","maxPriorityFeePerGas":"0xb7980","maxFeePerGas":"0x109399877","gas":"0x5208","from":"0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17","nonce":"0x7","value":"0x36261e3597046a","to":"0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6"}',
      },
      hash: { format: 'keccak256', value: '0d790e2ec0782364481c06e80b6900ba0d8e5c3ff507889a366e8bb7d1f26ddb' },
    },
  ],
};
