import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';

// The first two accounts of the stand-in, and its first pool. The tokens are those of the main network.
const senderAddress = '0xbfef909638ef90885158fdab9f56e216fd811fe25b32ead0bc2a272d66522bb0';
const senderPubKey = '17853c4d87bcae6863047eb95cdef0afb1d41df112db042aa5323154d7accbc0';
const recipientAddress = '0x6ff64c9cc58fdb2a2c25de852943dcbf92034dc7fe767f519fc1a3bbc490f392';
const pool = '0x00afc93da96b80c1864a2ee4a295772026fad79b046d95a99e6e4712c52c27ef';
/** USDC (developers.circle.com/stablecoins/usdc-contract-addresses). */
const usdc = '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b';
/** Coins that LayerZero bridges (trustwallet/assets, blockchains/aptos/assets). */
const bridged = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa::asset';

// No node of Aptos can be installed. The model of one, which the development profile starts on request, does not have all of these.
const where = { chainId: 'aptos', needs: 'the real network' } as const;
// The chain knows the key of an account after its first transaction only.
const by = { senderAddress, senderPubKey } as const;

/** In an order in which they can be sent one after the other. */
export const intents = {
  'aptos-transfer': {
    summary: 'Aptos, transfer',
    ...where,
    data: { mode: 'transfer', ...by, recipientAddress, amount: '150000000' },
  },
  'aptos-transfer-orderless': {
    summary: 'Aptos, transfer with a nonce of its own: it waits for no other transaction, and ends after a minute',
    ...where,
    data: { mode: 'transfer', ...by, recipientAddress, amount: '1500000', params: { orderless: true } },
  },
  'aptos-transferToken': {
    summary: 'Aptos, transferToken: a fungible asset, by its address',
    ...where,
    data: { mode: 'transferToken', ...by, tokenId: usdc, recipientAddress, amount: '2500000' },
  },
  'aptos-transferToken-coin': {
    summary: 'Aptos, transferToken: a coin, by its type',
    ...where,
    data: { mode: 'transferToken', ...by, tokenId: `${bridged}::USDC`, recipientAddress, amount: '2500000' },
  },
  'aptos-enableToken': {
    summary: 'Aptos, enableToken: the account takes a coin from then on',
    ...where,
    data: { mode: 'enableToken', ...by, tokenId: `${bridged}::USDT` },
  },
  'aptos-stake': {
    summary: 'Aptos, stake: adds stake to a delegation pool. The first stake is 11 APT at least',
    ...where,
    data: { mode: 'stake', ...by, targetValidatorAddress: pool, amount: '5000000000' },
  },
  'aptos-unstake': {
    summary: 'Aptos, unstake: the coins can be withdrawn when the lockup of the pool ends',
    ...where,
    data: { mode: 'unstake', ...by, validatorAddress: pool, amount: '2500000000' },
  },
  'aptos-stake-reactivate': {
    summary: 'Aptos, stake: takes an unstake back',
    ...where,
    data: {
      mode: 'stake',
      ...by,
      ...{ targetValidatorAddress: pool, amount: '1000000000', params: { reactivate: true } },
    },
  },
  'aptos-withdraw': {
    summary: 'Aptos, withdraw: takes what was unstaked, after the lockup',
    ...where,
    data: { mode: 'withdraw', ...by, validatorAddress: pool },
  },
} as const satisfies Examples['intents'];
