import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';

// Accounts of the stand-in. The assets are those of the main network.
const senderAddress = 'XTNEJTKVSDVMMRR6JZ7P2M2JMOHIUXU2CQAPL6WGEXNJ2L2HUBGW2OVQ6Q';
const recipientAddress = 'OBIZ75BIOWAGH7EJHMYB2RENTJ723YACPPMTK42VEVVUEBBMFHCBXMIQSI';
/** USDC (developers.circle.com/stablecoins/usdc-contract-addresses). */
const usdc = '31566704';
/** USDt (tether.to/en/supported-protocols). */
const usdt = '312769';

// No node of Algorand can be installed. The model of one, which the development profile starts on request, does not have all of these.
const where = { chainId: 'algorand', needs: 'the real network' } as const;
const transfer = { mode: 'transfer', senderAddress, recipientAddress, amount: '1500000' } as const;
const staked = { senderAddress, useMaxAmount: true } as const;
/** A participation key: that of the golden transactions of all SDKs (algorand/algorand-sdk-testing, features/unit/transactions.feature), with rounds of 2026. */
const participation = {
  voteKey: 'fFBFpcUQnDQwq/cUAvQvWmrHrnqiaz0Ev/ZwxfKoAfI=',
  selectionKey: 'VrA73XxHg00Wek46mWYV0AeaG8e1+flkExmZ1MDBokM=',
  stateProofKey: 'NgGFhUgxI4TEIjw0QcBr6lzdBCtZYxVrN1FP3YFdhbnBOLiimfZu6GgBED52D6mHNN9kcyi+RT6FUF2qZtjOkw==',
  voteFirst: '55000000',
  voteLast: '58000000',
  voteKeyDilution: '1733',
} as const;

/**
 * In an order in which they can be sent one after the other, but for the last one. USDt must exist. The sender must hold 30,000 ALGO or more to stake with rewards.
 * The last one is for a sender that has opted in to nothing.
 */
export const intents = {
  'algorand-transfer': {
    summary: 'Algorand, transfer with a memo: it is the note of the transaction',
    ...where,
    data: { ...transfer, memo: 'invoice 2026-117' },
  },
  'algorand-transfer-lease': {
    summary: 'Algorand, transfer with a lease: a second transaction with the same lease is refused',
    ...where,
    // The SHA-256 of "order 2026-117".
    data: { ...transfer, params: { lease: '6Lx02Nbeo/eRr2nwwLFqslxGs0PWm2KTD0vWRrSI0wE=' } },
  },
  'algorand-transferToken': {
    summary: 'Algorand, transferToken: an asset by its id. The recipient must have opted in',
    ...where,
    data: { mode: 'transferToken', senderAddress, tokenId: usdc, recipientAddress, amount: '25000000' },
  },
  'algorand-transferToken-optOut': {
    summary: 'Algorand, transferToken: all of an asset. The sender opts out of it, which frees 0.1 ALGO',
    ...where,
    data: {
      mode: 'transferToken',
      ...{ senderAddress, tokenId: usdc, recipientAddress, useMaxAmount: true },
      params: { optOut: true },
    },
  },
  'algorand-enableToken': {
    summary: 'Algorand, enableToken: the account opts in to an asset. This locks 0.1 ALGO',
    ...where,
    data: { mode: 'enableToken', senderAddress, tokenId: usdt },
  },
  'algorand-enableToken-optOut': {
    summary: 'Algorand, enableToken: the account opts out of an asset that it holds nothing of, which frees 0.1 ALGO',
    ...where,
    data: { mode: 'enableToken', senderAddress, tokenId: usdt, params: { optOut: true } },
  },
  'algorand-stake': {
    summary: 'Algorand, stake: the account takes part in the consensus, with the participation key that its node made',
    ...where,
    data: { mode: 'stake', ...staked, targetValidatorAddress: senderAddress, params: participation },
  },
  'algorand-stake-rewards': {
    summary: 'Algorand, stake with rewards: this costs 2 ALGO once, and takes 30,000 ALGO or more',
    ...where,
    data: {
      mode: 'stake',
      ...staked,
      targetValidatorAddress: senderAddress,
      params: { ...participation, rewards: true },
    },
  },
  'algorand-unstake': {
    summary: 'Algorand, unstake: the account takes part in the consensus no more',
    ...where,
    data: { mode: 'unstake', ...staked, validatorAddress: senderAddress },
  },
  'algorand-transfer-max': {
    summary: 'Algorand, transfer of everything beside the minimum balance and the fee',
    ...where,
    data: { mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true },
  },
  'algorand-transfer-closeAccount': {
    summary: 'Algorand, transfer of everything: the account of the sender ends. It must hold no assets',
    ...where,
    data: {
      mode: 'transfer',
      ...{ senderAddress, recipientAddress, useMaxAmount: true },
      params: { closeAccount: true },
    },
  },
} as const satisfies Examples['intents'];
