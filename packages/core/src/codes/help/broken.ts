import type { Help } from './types.ts';

/** What to do if something is broken. */
export const broken: Help<'upstream' | 'timeout' | 'stopping' | 'internal'> = {
  'broadcast.congested': 'Sending the same signed transaction again can never spend twice.',
  'broadcast.nodeBehind': 'Sending the same signed transaction again can never spend twice.',
  'broadcast.uncertain':
    'A node refused the transaction, and an endpoint may have it all the same: its answer was lost, or its words do not exclude it. Or a nonce, a blockhash or a coin is used, and the transaction that used it was not found. If you encode again before you know it, you may pay twice.',
  'upstream.unavailable':
    'Try again as `Retry-After` says. The operator sees each attempt and its reason in the log. After a broadcast with `maybeSent`: look `hash` up, or send the same broadcast again, which is safe.',
  'chain.standsStill':
    'The chain was stopped or has an outage, or all endpoints of the operator lag. Nothing is encoded, and a broadcast with this error was not sent. Balances and transactions are still answered, with this code as a warning: they are those of the last block, and may never change. `latestAt` is the time of that block in milliseconds since 1970. For operators: check the clock of the service; `oldestBlockMs` of a chain says how old its latest block may be.',
  'fee.contradicted':
    'One of them lags or lies: try again later. For operators: compare both with an explorer that you trust, and take out the endpoint that is wrong.',
  'chain.divided':
    'One of them follows rules that the others do not know, or was cut off. Transactions of one chain, such as incoming coins, may be missing on the other one. For operators: compare the versions of the nodes and the hashes of their blocks with an explorer that you trust, and take out the endpoints that are wrong.',
  'upstream.timeout':
    'Try again as `Retry-After` says. After a broadcast: look the transaction up (`hash`), or send the same broadcast again, which is safe.',
  'service.stopping': 'Send requests to another instance.',
  'config.invalid': 'Correct the setting. See docs/configuration.md.',
  'internal.error': 'This is a defect: please report it.',
};
