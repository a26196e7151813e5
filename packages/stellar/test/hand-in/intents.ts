import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';

// Accounts of the stand-in. The tokens are those of the main network.
const senderAddress = 'GCRN5PMAG5FM5QLCH7BUZPRQ7UIW37LBZLF2BIDEOSG4ZQ6HYRC45ALA';
const recipientAddress = 'GBK4HMMPZU3HGEUR6IT3ZWRRHBD6P4OISMUGFVLF5G2B6H4XRPWPD7WP';
/** The recipient, with the number 123456789 (SEP-23). */
const muxedRecipient = 'MBK4HMMPZU3HGEUR6IT3ZWRRHBD6P4OISMUGFVLF5G2B6H4XRPWPCAAAAAAAOW6NCXFNA';
/** Does not exist yet. */
const newcomer = 'GDC7WLKNMCDN3W672M2VHP5JX6QE4NFWRUWKGDIUDFJNR6YIO5YR6APT';
/** USDC (developers.circle.com/stablecoins/usdc-contract-addresses). */
const usdc = 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
/** EURC (developers.circle.com/stablecoins/eurc-contract-addresses). */
const eurc = 'EURC:GDHU6WRG4IEQXM5NZ4BMPKOXHW76MZM4Y2IEMFDVXBSDP6SJY4ITNPP2';
/** AQUA (aqua.network/.well-known/stellar.toml). */
const aqua = 'AQUA:GBNZILSTVQZ4R7IKQDGHYGY2QXL5QOFJYQMXPKWRRM5PAV7Y4M67AQUA';
/** The SHA-256 of "invoice 2026-117". */
const hash = 'b49827d307e4d735a37c771453ffbdd8477abda73e61589dbf291b0020eaffb0';

// No node of Stellar can be installed. The model of one, which the development profile starts on request, does not have all of these.
const where = { chainId: 'stellar', needs: 'the real network' } as const;
const transfer = { mode: 'transfer', senderAddress, recipientAddress, amount: '15000000' } as const;

/**
 * In an order in which they can be sent one after the other, but for the last one. The recipient must trust USDC, and EURC and AQUA must have issuers. The last one
 * is for a sender that has no trustlines.
 */
export const intents = {
  'stellar-transfer': {
    summary: 'Stellar, transfer with a memo',
    ...where,
    data: { ...transfer, memo: 'invoice 2026-117' },
  },
  'stellar-transfer-createAccount': {
    summary: 'Stellar, transfer to an account that does not exist yet: it is created with 1 XLM or more',
    ...where,
    data: { ...transfer, recipientAddress: newcomer, amount: '100000000' },
  },
  'stellar-transfer-muxed': {
    summary: 'Stellar, transfer to a customer of an exchange: the number stands in the address',
    ...where,
    data: { ...transfer, recipientAddress: muxedRecipient },
  },
  'stellar-transfer-memo-id': {
    summary: 'Stellar, transfer with a number as memo, as many exchanges ask for it',
    ...where,
    data: { ...transfer, memo: 'id:9007199254740993' },
  },
  'stellar-transfer-memo-hash': {
    summary: 'Stellar, transfer with a hash as memo',
    ...where,
    data: { ...transfer, memo: hash, params: { memoType: 'hash' } },
  },
  'stellar-transfer-memo-return': {
    summary: 'Stellar, transfer back: the memo is the hash of the transaction that it returns',
    ...where,
    data: { ...transfer, memo: `return:${hash}` },
  },
  'stellar-transferToken': {
    summary: 'Stellar, transferToken: an asset, by its code and its issuer',
    ...where,
    data: { mode: 'transferToken', senderAddress, tokenId: usdc, recipientAddress, amount: '25000000' },
  },
  'stellar-transferToken-claimable': {
    summary: 'Stellar, transferToken to an account that has no trustline: it claims the tokens later',
    ...where,
    data: {
      mode: 'transferToken',
      senderAddress,
      ...{ tokenId: usdc, recipientAddress: newcomer, amount: '25000000' },
      params: { claimable: true, reclaimAfterSeconds: '1209600' },
    },
  },
  'stellar-transferToken-max': {
    summary: 'Stellar, transferToken: all of an asset',
    ...where,
    data: { mode: 'transferToken', senderAddress, tokenId: usdc, recipientAddress, useMaxAmount: true },
  },
  'stellar-enableToken': {
    summary: 'Stellar, enableToken: the account takes an asset from then on. This locks 0.5 XLM',
    ...where,
    data: { mode: 'enableToken', senderAddress, tokenId: eurc },
  },
  'stellar-enableToken-limit': {
    summary: 'Stellar, enableToken: the account takes an asset up to a limit',
    ...where,
    data: { mode: 'enableToken', senderAddress, tokenId: aqua, params: { limit: '10000000000000' } },
  },
  'stellar-enableToken-remove': {
    summary: 'Stellar, enableToken: the account takes an asset no more, which frees 0.5 XLM',
    ...where,
    data: { mode: 'enableToken', senderAddress, tokenId: eurc, params: { remove: true } },
  },
  'stellar-transfer-max': {
    summary: 'Stellar, transfer of everything beside the reserve and the fee',
    ...where,
    data: { mode: 'transfer', senderAddress, recipientAddress, useMaxAmount: true },
  },
  'stellar-transfer-closeAccount': {
    summary: 'Stellar, transfer of everything: the account of the sender ends. It must have no trustlines',
    ...where,
    data: {
      mode: 'transfer',
      ...{ senderAddress, recipientAddress, useMaxAmount: true },
      params: { closeAccount: true },
    },
  },
} as const satisfies Examples['intents'];
