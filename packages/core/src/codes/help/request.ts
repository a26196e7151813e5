import type { Help } from './types.ts';

/** What to do about requests that are wrong. */
export const request: Help<'request' | 'mediaType' | 'tooLarge' | 'tooSlow' | 'methodNotAllowed'> = {
  'request.invalid':
    'The request does not have the shape that the route declares in openapi.json. `field` names the place. A key that is twice in one object is refused, too, and so is a query parameter that is written almost like a known one.',
  'request.malformed': 'Send a JSON document, encoded as UTF-8. A byte order mark at its beginning is dropped.',
  'request.mediaType': 'Set the header `Content-Type: application/json`.',
  'request.tooLarge': 'Send a smaller body; the operator sets the limit.',
  'request.tooCostly':
    'Addresses of extended public keys are derived one by one, and one request may derive some thousands. Ask again for the accounts with this error, in a list of their own.',
  'request.tooSlow': 'Send the whole body at once; the operator sets the limit.',
  'route.methodNotAllowed': 'Use one of the methods in the Allow header.',
  'mode.unknown': 'See the ten modes of the specification.',
  'mode.unsupported':
    '`supportedFeatures.write.transaction.type` of /api/chains/{chainId} says which modes a chain takes.',
  'amount.missing':
    '`amount` is a decimal string in the smallest unit; `useMaxAmount: true` lets the service compute it.',
  'amount.ambiguous': 'Leave one of the two out.',
  'amount.invalid': 'No sign, no fraction, no exponent, no hex, no spaces, no leading zeros, at most 2^256-1.',
  'address.invalid':
    'Check the address and the chain it belongs to. Names, such as those of ENS, are not resolved here: a name may lead elsewhere tomorrow.',
  'address.checksumMismatch':
    'Copy the address again from its source. An address without checksum (all lower case on EVM chains) is accepted too.',
  'secret.exposed':
    'The service only needs addresses, account ids and public keys. Anybody who sees a private key or a recovery phrase can take everything that it holds. The service repeats it in no answer and no log, but logs of proxies and clients may have it now.',
  'account.invalid': 'Check the account id and the chain it belongs to.',
  'token.invalid':
    'Check the token id; on EVM chains it is the address of the contract. `GET /api/chains/{chainId}/tokens?search=...` finds the ids of known tokens.',
  'token.isNative': 'Native coins are moved with mode `transfer` and read under `balances.native`.',
  'validator.invalid': 'See /api/{chainId}/validators.',
  'transaction.invalid': 'Check the transaction id.',
  'publicKey.invalid': 'See the chain family in the docs for the forms that are accepted.',
  'publicKey.mismatch': 'Send the public key of the sender, or leave it out where the chain does not need it.',
  'wish.invalid':
    '`fees`, `gas`, `nonce` and `params` of an encode request are wishes; leave them out to let the service compute them.',
  'page.invalid':
    'Send the `pagination.nextPage` of the previous answer unchanged, or leave it out for the first page.',
  'data.altered': 'Send `data`, with `params`, exactly as received from encode. To change something, encode again.',
  'data.otherChain': 'Send it to the chain that it was encoded for, or encode it again.',
  'encoded.mismatch': 'Send `encoded` exactly as received from encode. Nothing was sent to the chain.',
  'signature.malformed': 'The forms that are accepted are listed in docs/signing.md.',
  'signature.mismatch':
    'Sign the hash (or raw transaction) of the same encode answer with the key of the sender. Nothing was sent to the chain.',
  'signature.otherTransaction':
    'The wallet signed another transaction than encode returned (a changed fee, nonce or recipient). Nothing was sent to the chain.',
  'signature.changed':
    'Nothing was sent to the chain. Tell the wallet to sign what it gets (Keplr: the sign options `preferNoSetFee` and `preferNoSetMemo`), or encode with the values that the user chose.',
  'signature.incomplete':
    'Every input needs its own signature, over its own hash of `encoded`, in the order of `encoded`.',
  'signature.sighash': 'Sign with SIGHASH_ALL, or SIGHASH_DEFAULT for taproot.',
};
