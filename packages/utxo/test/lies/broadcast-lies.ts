import type { Lie } from '@isochain/conformance';
import { otherId } from './esplora-lies.ts';
import { about, down, refused, says, tells } from './tell.ts';

// What upstreams can say of a transaction that a client sends.

const rejects = (code: number, message: string) => () =>
  new Response(`sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`, { status: 400 });
const known = tells(
  'The answer is the hash, as the client can reckon it; a look-up by the hash says what became of the transaction.',
);

export const broadcastLies: readonly Lie[] = [
  ...about(
    'POST /tx',
    ['broadcast (esplora)'],
    ['another account', says(otherId), down, 'the id of another transaction'],
    ['impossible', says('x'), down],
    ['missing', says(''), down],
    ['false', rejects(-27, 'Transaction already in block chain'), known, 'it is known already'],
    ['false', rejects(-26, 'txn-already-in-mempool'), known, 'it waits already'],
    ['false', rejects(-25, 'bad-txns-inputs-missingorspent'), refused('broadcast.uncertain'), 'its coins are spent'],
    ['false', rejects(-26, 'txn-mempool-conflict'), refused('broadcast.inputsSpent'), 'another one waits'],
    ['false', rejects(-26, 'min relay fee not met'), refused('broadcast.feeTooLow'), 'its fee is too low'],
    ['false', rejects(-26, 'dust'), refused('broadcast.dust'), 'it pays dust'],
    [
      'false',
      rejects(-26, 'mandatory-script-verify-flag-failed'),
      refused('broadcast.invalid'),
      'its signature is wrong',
    ],
    ['false', rejects(-1, 'no'), refused('broadcast.uncertain'), 'something unknown'],
    ['stale', rejects(-28, 'Loading block index...'), down, 'it is not ready'],
  ),
  ...about(
    'POST /api/v2/sendtx/.result',
    ['broadcast (blockbook)'],
    ['another account', says(otherId), down, 'the id of another transaction'],
    ['missing', says(undefined), down],
  ),
  ...about(
    'sendrawtransaction',
    ['broadcast (core)'],
    ['another account', says(otherId), down, 'the id of another transaction'],
    ['impossible', says('x'), down],
    ['missing', says(undefined), down],
  ),
];
