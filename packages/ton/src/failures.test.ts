import { describe, expect, it } from 'vitest';
import { describeRefusal, mostTelling, refusal } from './failures.ts';
import type { WalletVersion } from './wallets/wallet.ts';

const start = 'cannot apply external message to current state : ';
const rejected = (code: number, steps = 23) =>
  `External message was not accepted\nCannot run message on account: inbound external message rejected by transaction B7C29E063D65A8C83BE767C615A4E47D9416F89A9047715B35B6D78ABB6D6636:\nexitcode=${code}, steps=${steps}, gas_used=0\nVM Log (truncated):\n...execute NOW\nexecute LEQ\nexecute THROWIF 36\ndefault exception handler, terminating vm with exit code ${code}\n`;

/** How services write what a node says. */
const wrapped = {
  // toncenter/ton-http-api#144, and the index, which passes it on (toncenter/ton-indexer ton-index-go/index/proxy.go).
  toncenter: (text: string) => `LITE_SERVER_UNKNOWN: ${start}${text}`,
  // nessshon/tonutils#3: with status 406.
  tonapi: (text: string) => `error code: 0 message: ${start}${text}`,
  // xssnick/tonutils-go#282
  'a node': (text: string) => `lite server error, code 0: ${start}${text}`,
};

describe.each(Object.entries(wrapped))('a refusal in the words of %s', (_, wrap) => {
  it.each<[WalletVersion, number, string]>([
    ['v3r1', 33, 'sequence'],
    ['v3r2', 33, 'sequence'],
    ['v4r1', 33, 'sequence'],
    ['v4r2', 33, 'sequence'],
    ['v5r1', 133, 'sequence'],
    ['v3r2', 34, 'broadcast.invalid'],
    ['v4r2', 34, 'broadcast.invalid'],
    ['v5r1', 134, 'broadcast.invalid'],
    ['v3r1', 35, 'expired'],
    ['v3r2', 35, 'expired'],
    ['v4r2', 35, 'broadcast.invalid'],
    ['v5r1', 135, 'broadcast.invalid'],
    ['v4r1', 35, 'expired'],
    ['v4r2', 36, 'expired'],
    ['v5r1', 136, 'expired'],
    ['v5r1', 132, 'broadcast.refused'],
    ['v5r1', 137, 'broadcast.invalid'],
    // Exit codes of the virtual machine, and of other contracts.
    ['v4r2', -14, 'broadcast.insufficientFunds'],
    ['v4r2', 13, 'broadcast.insufficientFunds'],
    ['v4r2', 9, 'broadcast.refused'],
    // The codes of one version mean nothing in another.
    ['v4r2', 133, 'broadcast.refused'],
    ['v5r1', 33, 'broadcast.refused'],
    ['v3r2', 36, 'broadcast.refused'],
  ])('%s, exit code %i: %s', (version, code, means) => {
    expect(describeRefusal(wrap(rejected(code)), version)).toMatchObject({ means });
  });

  it('takes a message that nothing was carried out for as one that the account cannot pay', () => {
    expect(describeRefusal(wrap(rejected(0, 0)), 'v4r2')?.means).toBe('broadcast.insufficientFunds');
  });
});

describe('a text of a node', () => {
  it.each([
    // ton-blockchain/ton crypto/block/transaction.cpp
    [
      `LITE_SERVER_UNKNOWN: ${start}External message was not accepted: cannot run message on account: inbound external message rejected by account 3029B3EAEDA86A5381D86100F2A8B761C38DE45642EDB6E4BB1CCA2E6DD7FFED before smart-contract execution`,
      'broadcast.insufficientFunds',
    ],
    // coalus/MintyTON#11
    [`LITE_SERVER_UNKNOWN: ${start}Failed to unpack account state`, 'broadcast.insufficientFunds'],
    [
      `LITE_SERVER_UNKNOWN: Cannot Apply External Message To Current State : FAILED TO UNPACK ACCOUNT STATE`,
      'broadcast.insufficientFunds',
    ],
    // tonfactory/tonsdk#49
    [
      `LITE_SERVER_UNKNOWN: ${start}failed to parse external message: external message is not a (Message Any) according to automated checks`,
      'broadcast.invalid',
    ],
    [`${start}External message was not accepted`, 'broadcast.refused'],
    // ton-blockchain/ton validator/impl/external-message.cpp, ext-message-pool.cpp and liteserver.cpp.
    [`${start}failed to parse external message external message too large, rejecting`, 'broadcast.tooLarge'],
    [`${start}external message is too deep`, 'broadcast.tooLarge'],
    [`${start}too many external messages to address 0:3029B3EA`, 'broadcast.congested'],
    ['LITE_SERVER_UNKNOWN: cannot send external message : duplicate message', 'known'],
    // tonkeeper/opentonapi pkg/api/event_handlers.go
    ['duplicate message', 'duplicate'],
  ])('%s: %s', (text, means) => {
    expect(describeRefusal(text, 'v4r2')).toMatchObject({ means });
  });

  it.each([
    'LITE_SERVER_NETWORK: timeout',
    'LITE_SERVER_NOTREADY: not ready',
    'Liteserver timeout',
    'boc is required',
    'Ratelimit exceed',
    'API key does not exist',
    'msg sender is not configured',
    'unknown error',
    `LITE_SERVER_UNKNOWN: ${start}Failed to get account state`,
    // ton-blockchain/ton#2430: a node that refuses everything.
    `LITE_SERVER_UNKNOWN: ${start}External message was not accepted: cannot fetch config params: configuration parameter 43 is invalid`,
    // An account state that cannot be unpacked for another reason than this message.
    'Failed to unpack account state',
    'exitcode=33',
  ])('%s says nothing about the message', (text) => {
    expect(describeRefusal(text, 'v4r2')).toBeUndefined();
  });

  it('is shown without the log of the virtual machine and without names of hosts', () => {
    const text = `LITE_SERVER_UNKNOWN: ${start}External message was not accepted by node7.example.com:8080\nVM Log: execute NOW`;
    expect(describeRefusal(text, 'v4r2')?.reason).toBe(`${start}External message was not accepted by`);
  });
});

it('names the most telling of several refusals', () => {
  const failures = (['broadcast.congested', 'broadcast.refused', 'broadcast.insufficientFunds'] as const).map(
    (means) => ({ means, reason: means }),
  );
  expect(mostTelling(failures)?.means).toBe('broadcast.insufficientFunds');
  expect(mostTelling([])).toBeUndefined();
  expect(refusal('broadcast.refused', 'its contract ended with exit code 9', { chain: 'TON' }).message).toBe(
    'The node refused the transaction: its contract ended with exit code 9',
  );
});
