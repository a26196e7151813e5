import { type Lie, RpcFailure } from '@isochain/conformance';
import { expect } from 'vitest';
import { hex } from '../scripted-node.ts';
import { bob } from '../signers.ts';
import { signedHash } from './broadcast-scenes.ts';
import { bounded, type Check, fails, ignored, lies, refused, twofold } from './expected.ts';
import { hashOf } from './read-scenes.ts';

// Lies about a signed transaction and its outcome. All endpoints get it, so one honest endpoint is enough.

const says = (message: string) => new RpcFailure(-32000, message);
const send = 'eth_sendRawTransaction';

const refusals: readonly Lie[] = lies(
  send,
  ['broadcast'],
  ['another account', hashOf(5), fails, 'the hash of another transaction'],
  ['missing', undefined, fails],
  ['impossible', '0x12', fails],
  // The client has the hash, to look for; the same bytes may be sent again.
  ['false', says('already known'), ignored, 'already known'],
  ['false', says('nonce too low'), refused('broadcast.uncertain'), 'nonce too low'],
  [
    'false',
    says('insufficient funds for gas * price + value'),
    refused('broadcast.insufficientFunds'),
    'insufficient funds',
  ],
  ['false', says('replacement transaction underpriced'), refused('broadcast.nonceTaken'), 'nonce taken'],
  ['false', says('transaction underpriced'), refused('broadcast.feeTooLow'), 'underpriced'],
  ['false', says('nonce too high'), refused('broadcast.nonceGap'), 'nonce too high'],
  ['false', says('invalid signature'), refused('broadcast.invalid'), 'invalid signature'],
  ['false', says('exceeds block gas limit'), refused('broadcast.gasRefused'), 'too much gas'],
  ['false', says('tx fee (1.00 ether) exceeds the configured cap (0.1 ether)'), refused('broadcast.feeCap'), 'fee cap'],
  ['false', says('txpool is full'), refused('broadcast.congested'), 'pool is full'],
  [
    'false',
    says('in-flight transaction limit reached for delegated accounts'),
    refused('broadcast.delegatedLimit'),
    'delegated',
  ],
  ['another chain', says('invalid chain id'), fails],
  ['false', says('computer says no'), refused('broadcast.uncertain'), 'something unknown'],
);

const names =
  (transaction: string): Check =>
  (answer) =>
    expect(answer).toMatchObject({ refused: 'broadcast.nonceUsed', context: { transaction } });

const taken: Check = (answer) => expect(answer).toMatchObject({ hash: signedHash });

const uncertain = refused('broadcast.uncertain');
const index = 'eth_getTransactionBySenderAndNonce';
const single =
  'With one endpoint nothing contradicts it. With another one that is honest the transaction is sent or found there, and that counts.';
const searches = ['nonce used, by index', 'nonce used, by search'];

const nonceUsers: readonly Lie[] = [
  ...lies(
    `${index}.hash`,
    ['nonce used, by index'],
    ['another account', hashOf(5), bounded(single, names(hashOf(5)))],
    ['false', () => signedHash, bounded('The client gets its own hash, to look for.', taken), 'the transaction itself'],
    ['impossible', '0x1', ignored],
    ['missing', undefined, ignored],
  ),
  ...lies(`${index}.from`, ['nonce used, by index'], ['another account', bob.address.toLowerCase(), ignored]),
  ...lies(`${index}.nonce`, ['nonce used, by index'], ['too large', '0x4', ignored]),
  ...lies(`${index}.blockNumber`, ['nonce used, by index'], ['missing', null, ignored]),
  ...lies(
    'eth_getTransactionCount latest',
    searches,
    ['too small', '0x3', uncertain],
    ['impossible', hex(2n ** 53n), uncertain],
    ['missing', undefined, uncertain],
    ['too large', '0x99', ignored],
  ),
  ...lies('eth_chainId', searches, ['another chain', '0x38', uncertain]),
  ...lies('eth_blockNumber', searches, ['impossible', hex(2n ** 53n), uncertain], ['missing', undefined, uncertain]),
  ...lies(
    'eth_blockNumber',
    ['nonce used, by search'],
    ['stale', '0x1', uncertain],
    ['too large', hex(10n ** 9n), uncertain],
  ),
  ...lies(
    'eth_getTransactionCount by number',
    ['nonce used, by search'],
    ['too small', '0x0', uncertain],
    ['too large', '0x99', uncertain],
    ['impossible', hex(2n ** 53n), uncertain],
    ['missing', undefined, uncertain],
  ),
  ...lies(
    'eth_getBlockByNumber by number.transactions',
    ['nonce used, by search'],
    ['missing', undefined, uncertain],
    ['impossible', [], uncertain, 'empty'],
    ['duplicated', twofold, ignored],
  ),
  ...lies(
    'eth_getBlockByNumber by number.transactions[].hash',
    ['nonce used, by search'],
    ['another account', hashOf(5), bounded(single, names(hashOf(5)))],
    ['impossible', '0x1', uncertain],
  ),
  ...lies(
    'eth_getBlockByNumber by number.transactions[].from',
    ['nonce used, by search'],
    ['another account', bob.address.toLowerCase(), uncertain],
  ),
  ...lies(
    'eth_getBlockByNumber by number.transactions[].nonce',
    ['nonce used, by search'],
    ['too small', '0x1', uncertain],
  ),
];

/** A node refuses a transaction that it knows. An answer about another transaction proves nothing. */
const lookUps: readonly Lie[] = [
  ...lies(
    'eth_getTransactionByHash.hash',
    ['known by look-up'],
    ['another account', hashOf(5), uncertain],
    ['missing', undefined, uncertain],
  ),
  ...lies('eth_chainId', ['known by look-up'], ['another chain', '0x38', uncertain]),
  ...lies('eth_getTransactionByHash.from', ['known by look-up'], ['impossible', '0x', uncertain]),
  ...lies('eth_getTransactionByHash.nonce', ['known by look-up'], ['impossible', hex(2n ** 64n), ignored]),
];

export const broadcastLies: readonly Lie[] = [...refusals, ...nonceUsers, ...lookUps];
