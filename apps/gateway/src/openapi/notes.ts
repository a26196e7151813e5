import { modes } from '@isochain/core';
import { registerStakeExample } from './register-stake-example.ts';

/** The description of a place in the document, and examples of its values. The description is undefined if a schema of core has its own. */
export type Note = readonly [description?: string | undefined, ...examples: unknown[]];

const address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
const holder = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const publicKey = '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75';
const hash = '0x3b549a5cccb54bc33b43cac86dbac946dd4d5004b756cd1b3ac48ff48382ddd8';
const token = '0xf41DEc33aA7366aE1b626E5da591980B5C2aDd60';
const validator = '3BUguuzRrgPvow6Do3qWLhMQGudLkBmdct2JVefxDmvc';

const party = (role: string, list: string): Readonly<Record<string, Note>> => ({
  [`${list}.address`]: [role, address],
  [`${list}.amount`]: [undefined, '1000000000000'],
  [`${list}.ticker`]: [undefined, 'DEMO'],
  [`${list}.tokenId`]: [undefined, token],
});

const flags = (of: string, place: string): Readonly<Record<string, Note>> => ({
  [place]: [`${of}: which kinds of assets are shown.`],
  [`${place}.native`]: ['The chain’s own coin.'],
  [`${place}.tokens`]: ['Tokens.'],
  [`${place}.staking`]: ['Stakes.'],
});

const mode = (name: string): Note => [`Whether encode takes mode \`${name}\`.`];
const write = 'write.transaction.type';

/** Fields of transaction data, for every mode. */
export const notesOfData: Readonly<Record<string, Note>> = {
  mode: ['What the transaction does. The other fields follow from it.'],
  senderAddress: [undefined, address],
  recipientAddress: [undefined, holder],
  senderPubKey: [undefined, publicKey],
  amount: [undefined, '10000000000000000'],
  tokenId: [undefined, token],
  targetValidatorAddress: [undefined, validator],
  sourceValidatorAddress: [undefined, validator],
  validatorAddress: [undefined, validator],
  stakeId: [undefined, 'GvVrNWZHm8KQ2kKJfRD7Nr3hEPDcBy5Ybpv1k5Q4BYHx'],
  fees: [undefined, '99999346650000'],
  gas: [undefined, '21000'],
  nonce: [undefined, '0'],
  memo: [undefined, 'invoice 2026-117'],
  params: [
    undefined,
    {
      type: 'eip1559',
      maxFeePerGas: '4761873650',
      maxPriorityFeePerGas: '3000000000',
      checksum: '0833bf0eda5f6b530ee42b9fb8573d7f',
    },
  ],
};

/** By component and place: annotate.ts says how places are written. A test checks that none is missing and none is unused. */
export const notes: Readonly<Record<string, Readonly<Record<string, Note>>>> = {
  ChainId: { '': ['A chain of the interface.'] },
  EncodeChainId: { '': ['A chain that transactions are encoded for.'] },

  EncodeRequest: { '': ['What to encode.'], transaction: ['The transaction that the client wants.'] },
  ValidateRequest: {
    '': ['What to check: an intent, or completed data with the bytes that were made of it.'],
    transaction: ['The transaction.'],
    'transaction.encoded': ['As received from encode. With it, the bytes are checked against `data`.'],
  },
  BroadcastRequest: {
    '': ['What to send.'],
    transaction: ['The signed transaction. `data` and `encoded` are exactly as received from encode.'],
    'transaction.signature': [
      undefined,
      '0xf9705c50e23e2d189776e413a9d21a9a2b84d428b53d73ce2b44dd7c6f99f30d0e663536f151aca91d3395916433b5184c624479f712b61485b86f1461df23191c',
    ],
  },
  AccountStatesRequest: { '': ['One account, or a list.'], accounts: ['The accounts, in any order.'] },
  AccountQuery: {
    '': ['An account, and what to read of it.'],
    accountId: ['Address, extended public key or similar.', address],
    include: ['Parts of the state to read. All that the chain supports by default.'],
    publicKey: [undefined, publicKey],
  },
  AddressesRequest: { '': ['A public key.'], pubkey: [undefined, publicKey] },

  TransactionData: {
    '': ['What a transaction does, and all that its bytes depend on. `mode` tells which fields there are.'],
  },
  DeployAccountData: {
    '': ['Deploys the account that belongs to a public key, on chains where accounts are contracts.'],
    contractType: ['Which account contract.'],
  },
  TransferData: { '': ['Sends the chain’s own coin.'] },
  StakeData: { '': ['Stakes the chain’s own coin with a validator, or moves a stake to it.'] },
  TransferTokenData: { '': ['Sends a token.'] },
  EnableTokenData: { '': ['Makes an account able to receive a token, on chains that need this step.'] },
  UnstakeData: { '': ['Takes a stake, or a part of it, back from a validator.'] },
  ClaimRewardsData: { '': ['Collects the rewards of a stake.'] },
  WithdrawData: { '': ['Moves unstaked coins to the account, on chains that do not do it by themselves.'] },
  RegisterStakeData: {
    '': [
      'Registers on Babylon a stake that is made on a foreign chain (Bitcoin). A stake that is on Bitcoin already must be registered with its inclusion proof (`params.inclusionProof`), or it never becomes active.',
    ],
    ...Object.fromEntries(Object.entries(registerStakeExample).map(([name, value]) => [name, [undefined, value]])),
  },
  ConvertAssetData: {
    '': ['Exchanges an asset for another one, which may be on another chain.'],
    from: ['What is given.'],
    'from.amount': [undefined, '1000000'],
    'from.tokenId': [undefined, token],
    'from.address': [undefined, address],
    to: ['What is received.'],
    'to.amount': [undefined, '990000'],
    'to.tokenId': [undefined, token],
    'to.address': [undefined, address],
    includeFees: ['Whether fees are taken out of the amount that is given.'],
    slippage: ['How much less may be received, as a fraction.', 0.005],
  },
  EncodedItem: {
    '': ['One way to sign the transaction: the hash, the unsigned transaction, or both.'],
    'hash.format': ['The function that made the hash.'],
    'hash.value': ['Hex, without 0x.', '5cfe611c72a3ad7235e3e0ef923379e82c78642ae39230d1925d6f789c256b25'],
    'raw.format': ['How the unsigned transaction is written.'],
    'raw.value': [
      'The unsigned transaction: hex, base64 or JSON, as its format has it.',
      '0x02f283aa36a78084b2d05e0085011bd46cf28252089470997970c51812dc3a010c7d01b50e0d17dc79c8872386f26fc1000080c0',
    ],
  },

  Chains: { '': ['All chains.'], chains: ['By id.'] },
  Chain: { '': ['One chain.'] },
  ChainDetail: {
    '': ['A chain, and what works on it.'],
    family: ['The kind of chain: chains of one family have the same rules and signatures.'],
    nativeId: [undefined, '11155111'],
    name: ['For people.', 'Sepolia'],
    ticker: ['Symbol of the chain’s own coin.', 'ETH'],
    decimals: ['How many decimals amounts of the coin have.', 18],
    isTestnetFor: [undefined, 'ethereum'],
    'stopped.since': [undefined, '2026-08-10'],
    'stopped.reason': [undefined, 'Its team wound the network down and moved GLMR to Base.'],
    wishes: [
      undefined,
      { transfer: { nonce: 'Sequence number of the sender. By default the next one.' }, transferToken: {} },
    ],
    ...Object.fromEntries(
      modes.map((name) => [`wishes.${name}`, ['Its wishes. Absent if encode does not take the mode.']]),
    ),
    signerSpec: ['How its transactions are signed.'],
    'signerSpec.curve': ['Curve of the keys.'],
    'signerSpec.hashFunction': ['The hash function of the bytes to sign; `none` if the message itself is signed.'],
    'signerSpec.signatureFormat': ['Whether a signature ends with a recovery id (`rsv`) or not (`rs`).'],
    'signerSpec.coinType': [undefined, '60'],
    params: [
      undefined,
      { name: 'Sepolia', chainId: 11155111, blockTimeMs: 12000, explorer: 'https://sepolia.etherscan.io' },
    ],
  },
  SupportedFeatures: {
    '': ['What works on a chain with the upstreams that are configured.'],
    read: ['What can be read.'],
    'read.token': ['Details of a token.'],
    'read.validators': ['The list of validators.'],
    ...flags('Transactions by their hash', 'read.transaction'),
    'read.account': ['What can be read about accounts.'],
    ...flags('Balances', 'read.account.balances'),
    ...flags('Histories', 'read.account.transactions'),
    write: ['What can be encoded and broadcast.'],
    'write.transaction': ['Modes and fields of transactions.'],
    [write]: ['Modes that encode takes.'],
    [`${write}.deployAccount`]: mode('deployAccount'),
    [`${write}.transfer`]: mode('transfer'),
    [`${write}.stake`]: mode('stake'),
    [`${write}.transferToken`]: mode('transferToken'),
    [`${write}.enableToken`]: mode('enableToken'),
    [`${write}.unstake`]: mode('unstake'),
    [`${write}.claimRewards`]: mode('claimRewards'),
    [`${write}.withdraw`]: mode('withdraw'),
    [`${write}.registerStake`]: mode('registerStake'),
    [`${write}.convertAsset`]: mode('convertAsset'),
    'write.transaction.field': ['Optional fields that it takes.'],
    'write.transaction.field.memo': ['`memo`.'],
    utils: ['What is computed without asking the chain.'],
    'utils.addresses': ['Addresses of a public key.'],
  },

  Status: {
    '': ['What went wrong, and what deserves a look.'],
    errors: ['Why there is no result. Empty if there is one.'],
    warnings: ['What a person should know before going on.'],
  },
  StatusEntry: {
    '': ['An error or a warning.'],
    message: ['For people.', 'The account id is not an account of Base Sepolia: it does not start with 0x.'],
    field: [undefined, 'accountId'],
    context: [undefined, { chain: 'Base Sepolia', reason: 'it does not start with 0x' }],
  },

  Warned: {
    errors: ['Always empty.'],
    warnings: ['One for each field or parameter that was ignored, and one if the chain stands still.'],
  },

  Validators: { '': ['A page of validators.'], validators: ['In the chain’s own order.'] },
  Validator: {
    '': ['A validator of a chain with stakes.'],
    address: ['What `targetValidatorAddress` takes.', validator],
    name: ['The name that it gives itself.', 'Isochain Demo Validator'],
    commission: [undefined, 0.05],
    stakedAmount: [undefined, '1000000000000000'],
  },
  Pagination: { '': ['Where the next page begins.'], nextPage: [undefined, 'eyJ2IjoxLCJhZnRlciI6MjV9', null] },

  AccountState: {
    '': ['An account and what it holds.'],
    accountId: ['As it was asked for.', address],
    'status.errors': ['Always empty.'],
    'status.warnings': ['One for each field or parameter that was ignored, and one if the chain stands still.'],
  },
  Balances: {
    '': [
      'All amounts in the smallest unit. A part that was not asked for, or that the chain does not have, is absent.',
    ],
    tokens: ['Tokens that the account holds.'],
  },
  NativeBalance: {
    '': ['Balance of the chain’s own coin.'],
    available: [undefined, '10000000000000000000000'],
    total: [undefined, '10000000000000000000000'],
    unconfirmed: [undefined, '0'],
  },
  TokenAmount: { '': ['An amount of a token.'], amount: ['In the token’s smallest unit.', '1000000000000'] },
  Token: {
    '': ['A token. Its name and ticker are what its contract says: know a token by its id.'],
    type: ['The standard that it follows.'],
    id: [undefined, token],
    name: ['For people.', 'Isochain Demo Dollar'],
    ticker: ['Symbol.', 'DEMO'],
    decimals: [undefined, '6'],
    contractAddress: ['Address of the token, if it is an account or contract.', token],
  },
  StakingBalance: {
    '': ['Stakes of an account. All amounts in the smallest unit.'],
    total: ['All stakes.', '3000000000'],
    locked: ['What earns rewards, or is about to.', '3000000000'],
    unlocking: ['What was unstaked and is not free yet.', '0'],
    unlocked: ['What can be withdrawn.', '0'],
    positions: ['Each stake.'],
    rewards: ['What was earned and not collected yet.'],
    'rewards.native': ['In the chain’s own coin.'],
    'rewards.native[].validatorAddress': ['Who owes it.', validator],
    'rewards.native[].amount': ['In the smallest unit.', '12345'],
    'rewards.tokens': ['In tokens.'],
    'rewards.tokens[].amount': ['In the token’s smallest unit.', '12345'],
    'rewards.tokens[].validatorAddress': ['Who owes it.', validator],
  },
  StakingPosition: {
    '': ['One stake.'],
    validatorAddresses: ['Validators that it is with.'],
    amount: ['In the smallest unit.', '3000000000'],
    status: ['What can be done with it: `locked` can be unstaked, `unlocked` withdrawn.'],
    stakeId: ['What `stakeId` takes, where there is one.', 'GvVrNWZHm8KQ2kKJfRD7Nr3hEPDcBy5Ybpv1k5Q4BYHx'],
    completionDate: [undefined, '1795297955000'],
  },
  FailedAccount: {
    '': ['An account of a list that could not be read.'],
    chainId: ['As it was asked for.', 'base-sepolia'],
    accountId: ['As it was asked for.', 'not an address'],
  },
  TokenBalances: {
    '': ['A page of an account’s tokens.'],
    accountId: ['As it was asked for.', address],
    tokens: ['Tokens that the account holds.'],
  },
  Tokens: { '': ['A page of known tokens.'], tokens: ['Best fits first; else in the order of the lists.'] },
  History: { '': ['A page of an account’s transactions.'], accountId: ['As it was asked for.', address] },
  TransactionRecord: {
    '': ['A transaction, in the forms that were asked for.'],
    raw: [undefined, { blockNumber: '0x1', nonce: '0x0', value: '0x0' }],
  },
  ParsedTransaction: {
    '': ['A transaction as the chain knows it, in a form that is the same for all chains.'],
    id: ['Hash of the transaction, as explorers show it.', hash],
    mode: ['What it did; `unknown` if it is none of the modes.'],
    state: ['How far it is: `confirmed` and `failed` are final.'],
    'fees.amount': ['In the smallest unit.', '2849676000000000'],
    'fees.ticker': ['Symbol of the coin that fees are paid in.', 'ETH'],
    'fees.tokenId': [undefined, token],
    'fees.payer': [undefined, address],
    tokenId: ['The token that moved.', token],
    blockHeight: ['Number of its block.', '1'],
    timestamp: [undefined, '1795297955000'],
    gas: [undefined, '712419'],
    nonce: ['Sequence number of the sender.', '0'],
    memo: ['Free text that came with it.', 'invoice 2026-117'],
    ...party('Who sent.', 'senders[]'),
    ...party('Who received.', 'recipients[]'),
    'validators.source': ['The validator that a stake is taken from.'],
    ...party('The validator.', 'validators.source'),
    'validators.target': ['The validator that a stake goes to.'],
    ...party('The validator.', 'validators.target'),
    confirmations: [undefined, '1'],
  },
  Addresses: {
    '': ['Addresses of a public key on a chain.'],
    pubkey: ['As it was asked for.', publicKey],
    'addresses[].type': ['Kind of the address.', 'evm'],
    'addresses[].address': ['The address.', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  },

  EncodeResponse: {
    '': ['The completed transaction and what to sign, or why there is none.'],
    transaction: ['Pass it to broadcast unchanged, with a signature.'],
  },
  ValidateResponse: {
    '': ['What was found.'],
    transaction: ['The transaction, as it was understood.'],
    'transaction.data': [
      undefined,
      {
        mode: 'transfer',
        senderAddress: address,
        recipientAddress: holder,
        amount: '10000000000000000',
        fees: '99999346650000',
      },
    ],
  },
  BroadcastResponse: {
    '': ['The transaction is on its way.'],
    hash: [undefined, '0x6511a35f402e6f7c0770fce76eac8e2c2c0009f902be2c2551eeace238290b82'],
  },
  TransactionResponse: { '': ['A transaction.'] },
  TokenResponse: { '': ['A token.'] },
  Service: {
    '': ['What this is, and where to go from here.'],
    name: ['Always the same.'],
    version: [undefined, '0.1.0'],
  },
  Health: { '': ['The service runs.'], status: ['Always the same: any answer means that the service runs.'] },
  Readiness: {
    '': ['What the service depends on.'],
    status: ['Always the same: while it is not ready, the answer is an error.'],
    'store.kind': [undefined, 'memory'],
    'store.healthy': ['Whether it answered the last time.'],
    'chains{}.endpoints': ['How many are configured.', 1],
    'chains{}.healthy': [undefined, 1],
    'chains{}.unknown': [undefined, 0],
  },
};
