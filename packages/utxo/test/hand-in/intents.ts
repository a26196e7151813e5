import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';

// Stakes of Bitcoin's signet, recorded: packages/utxo/fixtures/babylon-signet-stakes.json. The senders are p2wpkh addresses of their keys.
const activeStaker = 'tb1qp3hlkjuf80dxxpflvvwhl7h0zyxzne5zgtyc4v';
const formerStaker = 'tb1q8ne2tf0uwh525dl9apy5mnd2zjr030gq3jtpr7';

export const intents = {
  'bitcoin-transfer': {
    summary: 'Bitcoin, transfer: the fee rate is a wish',
    chainId: 'bitcoin-testnet',
    needs: 'litecoind',
    data: {
      mode: 'transfer',
      senderAddress: 'tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8',
      senderPubKey: '03f3d474c86c9be5b82e251cc3cc438d3cc361527b4b9799516c4bd513caf9e5f6',
      recipientAddress: 'tb1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzsgnnjhk',
      amount: '100000',
      params: { feeRate: '2.5' },
    },
  },
  'bitcoin-stake': {
    summary: 'Bitcoin, stake with Babylon',
    chainId: 'bitcoin-signet',
    needs: 'the real network',
    data: {
      mode: 'stake',
      senderAddress: 'tb1pvdqn2x3pzf3ek4mdv2x8eltmw66mxx2akqlmg2nscmeez7z5g5ksa3mjnc',
      senderPubKey: '0219ec52098629c5091126fe4a46b2e556d8ef14e33169c5d3125f4db171546243',
      targetValidatorAddress: '5ee9a87dcc9cc8503025579dfffb16dc014904a68eb20c8d156ad21df489b7fa',
      amount: '1000001',
    },
  },
  'bitcoin-unstake': {
    summary: 'Bitcoin, unstake from Babylon before the time is over',
    chainId: 'bitcoin-signet',
    needs: 'the real network',
    data: {
      mode: 'unstake',
      senderAddress: activeStaker,
      senderPubKey: '021e06e1ef408126703ed66447cd6972434396b252a22e843d8295d55ae7a9cfd1',
      validatorAddress: 'c20acf33c17e5a6c92cced9f1d530cccab7aa3e53400456202f02fac95e9c481',
      stakeId: 'd3ef0f9fdbc556bcbc9272d168f4aca8e420880ba624f1691b177a36018c736b',
      useMaxAmount: true,
    },
  },
  'bitcoin-withdraw': {
    summary: 'Bitcoin, withdraw what Babylon let go',
    chainId: 'bitcoin-signet',
    needs: 'the real network',
    data: {
      mode: 'withdraw',
      senderAddress: formerStaker,
      senderPubKey: '02f33a3851632079b01be26360bba9f7f49286406d2636a25565f8d83db6ac2a32',
      validatorAddress: 'd23c2c25e1fcf8fd1c21b9a402c19e2e309e531e45e92fb1e9805b6056b0cc76',
      stakeId: 'ccc090acb695a2f7fa811785441f1b7c0549b9d8e10e293b14864c632b9db1ae',
    },
  },
} as const satisfies Examples['intents'];
