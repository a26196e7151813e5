/** What a client asks encode for, in one mode on one chain. */
export interface IntentExample {
  readonly summary: string;
  readonly chainId: string;
  /** Where it works as it stands: in profile development, there with `litecoind`, or only with upstreams of the real network. */
  readonly place: 'development' | 'litecoind' | 'network';
  readonly data: Readonly<Record<string, unknown>> & { readonly mode: string };
}

// Accounts of profile development: see transaction-examples.ts and examples.ts.
const evmSender = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
const evmRecipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const solanaSender = '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp';
const solanaRecipient = 'CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k';
const solanaValidator = '3BUguuzRrgPvow6Do3qWLhMQGudLkBmdct2JVefxDmvc';

// Stakes of Bitcoin's signet, recorded: packages/babylon/fixtures/babylon-signet-stakes.json. The senders are p2wpkh addresses of their keys.
const activeStaker = 'tb1qp3hlkjuf80dxxpflvvwhl7h0zyxzne5zgtyc4v';
const formerStaker = 'tb1q8ne2tf0uwh525dl9apy5mnd2zjr030gq3jtpr7';

/** Each mode of each family that this version serves. Tests send every one, where it works as it stands. */
export const intentExamples = {
  'evm-transfer': {
    summary: 'EVM, transfer: an amount of the chain’s coin',
    chainId: 'sepolia',
    place: 'development',
    data: { mode: 'transfer', senderAddress: evmSender, recipientAddress: evmRecipient, amount: '10000000000000000' },
  },
  'evm-transfer-all': {
    summary: 'EVM, transfer: all that there is, with L1 fees',
    chainId: 'base-sepolia',
    place: 'development',
    data: { mode: 'transfer', senderAddress: evmSender, recipientAddress: evmRecipient, useMaxAmount: true },
  },
  'evm-transferToken': {
    summary: 'EVM, transferToken: an ERC-20 token',
    chainId: 'sepolia',
    place: 'development',
    data: {
      mode: 'transferToken',
      tokenId: '0xf41DEc33aA7366aE1b626E5da591980B5C2aDd60',
      senderAddress: evmSender,
      recipientAddress: evmRecipient,
      amount: '2500000',
    },
  },
  'solana-transfer': {
    summary: 'Solana, transfer with a memo',
    chainId: 'solana',
    place: 'development',
    data: {
      mode: 'transfer',
      senderAddress: solanaSender,
      recipientAddress: solanaRecipient,
      amount: '10000000',
      memo: 'invoice 2026-117',
    },
  },
  'solana-transferToken': {
    summary: 'Solana, transferToken',
    chainId: 'solana',
    place: 'development',
    data: {
      mode: 'transferToken',
      tokenId: 'H1guMGrs9oL5PTVUwCR5is96MhhxeXrtiEaKoWZCgVEv',
      senderAddress: solanaSender,
      recipientAddress: solanaRecipient,
      amount: '2500000',
    },
  },
  'solana-enableToken': {
    summary: 'Solana, enableToken: an account for a token that the sender does not have yet',
    chainId: 'solana',
    place: 'development',
    data: { mode: 'enableToken', tokenId: 'So11111111111111111111111111111111111111112', senderAddress: solanaSender },
  },
  'solana-stake': {
    summary: 'Solana, stake',
    chainId: 'solana',
    place: 'development',
    data: {
      mode: 'stake',
      senderAddress: solanaSender,
      targetValidatorAddress: solanaValidator,
      amount: '3000000000',
    },
  },
  'solana-unstake': {
    summary: 'Solana, unstake: all that is staked with a validator',
    chainId: 'solana',
    place: 'development',
    data: { mode: 'unstake', senderAddress: solanaSender, validatorAddress: solanaValidator, useMaxAmount: true },
  },
  'solana-withdraw': {
    summary: 'Solana, withdraw: what was unstaked',
    chainId: 'solana',
    place: 'development',
    data: { mode: 'withdraw', senderAddress: solanaSender, validatorAddress: solanaValidator },
  },
  'bitcoin-transfer': {
    summary: 'Bitcoin, transfer: the fee rate is a wish',
    chainId: 'bitcoin-testnet',
    place: 'litecoind',
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
    place: 'network',
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
    place: 'network',
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
    place: 'network',
    data: {
      mode: 'withdraw',
      senderAddress: formerStaker,
      senderPubKey: '02f33a3851632079b01be26360bba9f7f49286406d2636a25565f8d83db6ac2a32',
      validatorAddress: 'd23c2c25e1fcf8fd1c21b9a402c19e2e309e531e45e92fb1e9805b6056b0cc76',
      stakeId: 'ccc090acb695a2f7fa811785441f1b7c0549b9d8e10e293b14864c632b9db1ae',
    },
  },
} as const satisfies Readonly<Record<string, IntentExample>>;

/** As an operation shows them: by name, with the chain in the summary, as it stands in the path. */
export const encodeExamples = Object.fromEntries(
  Object.entries(intentExamples).map(([name, { summary, chainId, data }]) => [
    name,
    { summary: `${summary} (chainId: ${chainId})`, value: { transaction: { data } } },
  ]),
);
