import type { Lie } from '@isochain/conformance';
import { RpcFailure } from '@isochain/conformance';
import { someSignature } from '../addresses.ts';
import { ignored, lie, unavailable } from './expected.ts';
import { height } from './upstream.ts';

// Lies to a client that broadcasts. Only another endpoint can contradict them.

const sending: Lie['scenes'] = ['broadcast'];
const done: Lie['scenes'] = ['broadcast of what is done', 'broadcast with a nonce that is done'];

const early: Lie['scenes'] = ['broadcast to a node that is behind'];

const failure =
  (message: string, code = -32002) =>
  () =>
    new RpcFailure(code, message);
const devnet = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const notFound = failure('Transaction simulation failed: Blockhash not found');

export const broadcastLies: readonly Lie[] = [
  lie(
    'sendTransaction',
    ['another account', 'the id of another transaction'],
    sending,
    () => someSignature(5),
    unavailable,
  ),
  lie('sendTransaction', ['impossible'], sending, () => 'sent', unavailable),
  lie('sendTransaction', ['missing'], sending, () => null, unavailable),
  lie(
    'sendTransaction',
    ['false', 'known already'],
    sending,
    failure('This transaction has already been processed'),
    ignored,
  ),
  lie('sendTransaction', ['false', 'it does not verify'], sending, failure('Signature verification failure', -32003), {
    refused: 'broadcast.invalid',
  }),
  lie('sendTransaction', ['false', 'it fails'], sending, failure('custom program error: 0x1'), {
    refused: 'broadcast.fails',
  }),
  lie('sendTransaction', ['stale', 'an old blockhash'], sending, notFound, { refused: 'broadcast.nodeBehind' }),
  lie('sendTransaction', ['false', 'busy'], sending, failure('Too many requests', 429), unavailable),
  lie('getSignatureStatuses.value', ['missing', 'of a look-up'], done, () => [], unavailable),
  lie('getSignatureStatuses.value', ['false', 'never heard of it'], done, () => [null], {
    refused: ['broadcast.nodeBehind', 'broadcast.uncertain'],
  }),
  lie('getBlockHeight', ['impossible'], done, () => -1, unavailable),
  lie('getBlockHeight', ['too large'], done, () => height * 2, ignored),
  // A client that is told of an expiry encodes again, and pays twice.
  lie('getBlockHeight', ['split', 'with a blockhash that is not known'], early, () => height * 2, ignored),
  lie('getGenesisHash', ['another chain', 'of a look-up'], done, () => devnet, unavailable),
];
