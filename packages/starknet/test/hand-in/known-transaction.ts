import type { KnownTransaction } from '@isochain/conformance/hand-ins/hand-in.ts';

// A transfer of STRK that stands in block 5508517 of Sepolia, with the hash that the chain found: NethermindEth/juno,
// clients/feeder/testdata/sepolia/transaction. The account is one of Argent 0.4.0.
const strk = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const bounds = {
  resource_bounds: {
    l1_gas: { max_amount: '0x0', max_price_per_unit: '0x19e16a941be43' },
    l2_gas: { max_amount: '0x167c40', max_price_per_unit: '0x2cb417800' },
    l1_data_gas: { max_amount: '0x150', max_price_per_unit: '0x2f7f4e28476' },
  },
  tip: '0x0',
};

export const knownTransaction: KnownTransaction = {
  chainId: 'starknet-sepolia',
  data: {
    mode: 'transfer',
    senderAddress: '0x0647f0a0e0aabf5de29605e6389034cb6e2888d2548a1aea72b00b266da4cf99',
    recipientAddress: '0x000d753e0b97cbc86f1060251c0a355be3fb419848f13624ef727e3dfc3e0ca2',
    amount: '1500000000000000000',
    useMaxAmount: false,
    fees: '18779900190907104',
    gas: '1473600',
    nonce: '1585',
    params: {
      account: 'argent-0.4.0',
      // x stands in the transaction's signature.
      ownerPubKey:
        '0400ae18d408ef996c36a674727c88ba7c130b8255a460e4b073cf54ae8e4b2843027997da9476fa6fe1a8779fd59590404dc64d0462a715811fa5b5ff4a36e15c',
      resourceBounds: bounds.resource_bounds,
      tip: bounds.tip,
      transaction: {
        type: 'INVOKE',
        version: '0x3',
        sender_address: '0x647f0a0e0aabf5de29605e6389034cb6e2888d2548a1aea72b00b266da4cf99',
        calldata: [
          '0x1',
          strk,
          '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e',
          '0x3',
          '0xd753e0b97cbc86f1060251c0a355be3fb419848f13624ef727e3dfc3e0ca2',
          '0x14d1120d7b160000',
          '0x0',
        ],
        account_deployment_data: [],
        paymaster_data: [],
        nonce: '0x631',
        nonce_data_availability_mode: 'L1',
        fee_data_availability_mode: 'L1',
        ...bounds,
      },
    },
  },
  encoded: [
    { hash: { format: 'pedersen', value: '0435f87f1eecd5968ba8190744fee1f3ef69f17471f8902ce1e7d444c4e0c8cb' } },
  ],
};
