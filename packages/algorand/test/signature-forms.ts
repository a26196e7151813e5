import { judgedSignature, judgedSigned } from './judge.ts';
import type { TestKey } from './keys.ts';
import type { Made } from './kinds.ts';

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');
const base64 = (hex: string) => bytesOf(hex).toString('base64');

/** Writes the signature of a key in some form. */
export type WriteSignature = (made: Made, key: TestKey) => string;

const hex: WriteSignature = judgedSignature;
const whole: WriteSignature = judgedSigned;
const json = (of: (made: Made, key: TestKey) => unknown): WriteSignature => {
  return (made, key) => JSON.stringify(of(made, key));
};

/** Every form in which the signature of a key may come. */
export const signatureForms: readonly (readonly [name: string, write: WriteSignature])[] = [
  ['hex', hex],
  ['hex with 0x', (...all) => `0x${hex(...all)}`],
  ['upper-case hex', (...all) => hex(...all).toUpperCase()],
  ['upper-case hex with 0X', (...all) => `0X${hex(...all).toUpperCase()}`],
  ['base64', (...all) => base64(hex(...all))],
  ['base64 without padding', (...all) => base64(hex(...all)).replace(/=+$/, '')],
  ['URL-safe base64', (...all) => bytesOf(hex(...all)).toString('base64url')],
  ['hex with spaces around it', (...all) => `\n ${hex(...all)} `],
  ['hex in quotation marks', json(hex)],
  ['JSON with hex', json((...all) => ({ signature: hex(...all) }))],
  ['JSON with hex and 0x', json((...all) => ({ signature: `0x${hex(...all)}` }))],
  ['JSON with base64', json((...all) => ({ signature: base64(hex(...all)) }))],
  ['JSON with a list of bytes', json((...all) => ({ signature: [...bytesOf(hex(...all))] }))],
  ['a list of bytes', json((...all) => [...bytesOf(hex(...all))])],
  // Ledger's module answers a Buffer (ledgerhq/hw-app-algorand, src/Algorand.ts: sign).
  ['a Buffer as JSON', json((...all) => ({ signature: bytesOf(hex(...all)) }))],
  ['JSON with the key as an address', json((made, key) => ({ signature: hex(made, key), publicKey: key.address }))],
  ['JSON with the key in hex', json((made, key) => ({ signature: hex(made, key), publicKey: key.publicKey }))],
  // What a client makes of Pera's first answer (adamik-io: adamik-app).
  ['the signed transaction in hex', whole],
  ['the signed transaction in hex with 0x', (...all) => `0x${whole(...all)}`],
  ['the signed transaction in base64', (...all) => base64(whole(...all))],
  ['the signed transaction in URL-safe base64', (...all) => bytesOf(whole(...all)).toString('base64url')],
  // WalletConnect: ARC-0001 and ARC-0025, algo_signTxn.
  ['a list of one signed transaction', json((...all) => [base64(whole(...all))])],
  ['a list with null', json((...all) => [null, base64(whole(...all)), null])],
  ['an answer of JSON-RPC', json((...all) => ({ id: 1, jsonrpc: '2.0', result: [base64(whole(...all))] }))],
  // Pera and Defly on some phones (perawallet/connect, src/transport/MobileTransport.ts).
  ['a list of a list of bytes', json((...all) => [[...bytesOf(whole(...all))]])],
  ['a list of bytes of the signed transaction', json((...all) => [...bytesOf(whole(...all))])],
  // Bytes in JavaScript: Pera, Defly, Lute and Exodus answer them (TxnLab/use-wallet, packages/wallets).
  ['a Uint8Array as JSON', json((...all) => Uint8Array.from(bytesOf(whole(...all))))],
  ['a list of a Uint8Array as JSON', json((...all) => [Uint8Array.from(bytesOf(whole(...all)))])],
  ['a list of a Buffer as JSON', json((...all) => [bytesOf(whole(...all))])],
  // Kibisis and other providers of ARC-0027.
  ['stxns', json((...all) => ({ providerId: 'f6d1c86b', stxns: [base64(whole(...all))] }))],
  ['an answer with stxns', json((...all) => ({ id: 'a', result: { stxns: [null, base64(whole(...all))] } }))],
  ['stxn', json((...all) => ({ stxn: base64(whole(...all)) }))],
  // AlgoSigner before 1.10 (PureStake/algosigner, docs/legacy-dApp-integration.md) and MyAlgo (randlabs/myalgo-connect-homepage, docs/getting-started/myalgo-connect-api.md).
  ['blob', json((...all) => ({ txID: 'x', blob: base64(whole(...all)) }))],
  ['a list of blobs', json((...all) => [{ txID: 'x', blob: Uint8Array.from(bytesOf(whole(...all))) }])],
  // The node's own wallet (go-algorand, daemon/kmd/lib/kmdapi/responses.go).
  ['signed_transaction', json((...all) => ({ signed_transaction: base64(whole(...all)) }))],
  ['signedTransaction', json((...all) => ({ signedTransaction: base64(whole(...all)) }))],
  ['signedTransactions', json((...all) => ({ signedTransactions: [base64(whole(...all))] }))],
  ['signedTxn', json((...all) => ({ signedTxn: whole(...all) }))],
  ['signedTxns', json((...all) => ({ signedTxns: [whole(...all)] }))],
  ['JSON with the signed transaction as signature', json((...all) => ({ signature: whole(...all) }))],
];
