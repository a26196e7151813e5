import { type Code, type ContextOf, type RefusedError, refuse } from '@isochain/core';
import { cleanReason } from '@isochain/core/upstream';
import type { WalletVersion } from './wallets/wallet.ts';

/**
 * What a refusal of a message means to us:
 * - `known`: the node has the message already
 * - `duplicate`: the service got the same message a moment ago. It does not say what became of it
 * - `sequence`: the sequence number is not the wallet's. It may be this very message that used it: look it up first
 * - `expired`: the time of the message is over. It may have been carried out before: look it up first
 */
export type Meaning = 'known' | 'duplicate' | 'sequence' | 'expired' | Extract<Code, `broadcast.${string}`>;

/** A refusal, in our terms. */
export interface Failure {
  readonly means: Meaning;
  /** For the person who sent it. */
  readonly reason: string;
}

/**
 * Exit codes with which a wallet refuses a message: ton-blockchain/ton crypto/smartcont (v3), ton-blockchain/wallet-contract (v4) and
 * ton-blockchain/wallet-contract-v5. v3 and v4r1 use 35 for the signature and for the time (run: wallets/drain.engine.test.ts). The signature was
 * verified before.
 */
const exitCodes: Readonly<Record<'early' | 'v4r2' | 'v5r1', Readonly<Record<number, readonly [Meaning, string]>>>> = {
  early: {
    33: ['sequence', 'the wallet expects another sequence number'],
    34: ['broadcast.invalid', 'the wallet has another wallet id'],
    35: ['expired', 'its time is over'],
  },
  v4r2: {
    33: ['sequence', 'the wallet expects another sequence number'],
    34: ['broadcast.invalid', 'the wallet has another wallet id'],
    35: ['broadcast.invalid', 'the wallet finds the signature wrong'],
    36: ['expired', 'its time is over'],
  },
  v5r1: {
    132: ['broadcast.refused', 'the wallet takes no signatures any more, only messages of its extensions'],
    133: ['sequence', 'the wallet expects another sequence number'],
    134: ['broadcast.invalid', 'the wallet has another wallet id'],
    135: ['broadcast.invalid', 'the wallet finds the signature wrong'],
    136: ['expired', 'its time is over'],
    137: ['broadcast.invalid', 'the wallet refuses the send mode'],
  },
};

/** The contract ran out of the gas that its account can pay for (ton-blockchain/docs, content/tvm/exit-codes). */
const outOfGas: readonly number[] = [-14, -13, 13];

/** Texts of nodes. ton-blockchain/ton: validator/impl/external-message.cpp, ext-message-checker.cpp, ext-message-pool.cpp and liteserver.cpp. */
const texts: readonly { readonly when: RegExp; readonly means: Meaning }[] = [
  // The cache of a liteserver has messages that it checked, or is checking.
  { when: /external message.{0,40}: ?duplicate message/i, means: 'known' },
  // tonapi says so for a minute after it took a message or refused it (tonkeeper/opentonapi pkg/api/event_handlers.go).
  { when: /duplicate message/i, means: 'duplicate' },
  { when: /too many external messages to address/i, means: 'broadcast.congested' },
  { when: /external message (?:is )?too (?:large|deep)/i, means: 'broadcast.tooLarge' },
  { when: /failed to parse external message|failed to unpack message/i, means: 'broadcast.invalid' },
  // The account has too little for the message to be imported, or it has no contract.
  { when: /rejected by account [0-9a-f]+ before smart-contract execution/i, means: 'broadcast.insufficientFunds' },
  {
    when: /cannot apply external message.{0,200}failed to unpack account state/is,
    means: 'broadcast.insufficientFunds',
  },
];

/** The fault is with the node: it cannot read the configuration (ton-blockchain/ton#2430). */
const faultOfNode = /cannot fetch config|configuration parameter/i;

/**
 * Says what an error means.
 *
 * @param text - In the words of the node. toncenter and tonapi put their own before them.
 * @returns Undefined if the error says nothing about the message: the endpoint failed.
 */
export function describeRefusal(text: string, version: WalletVersion): Failure | undefined {
  const known = texts.find(({ when }) => when.test(text));
  if (known !== undefined) return { means: known.means, reason: wordsOf(text) };
  if (!/external message was not accepted|inbound external message rejected/i.test(text) || faultOfNode.test(text)) {
    return undefined;
  }
  const [, digits] = /exit ?code ?[=:] ?(-?\d{1,10})/i.exec(text) ?? [];
  if (digits === undefined) return { means: 'broadcast.refused', reason: wordsOf(text) };
  const code = Number(digits);
  const [, steps] = /steps ?[=:] ?(\d{1,10})/i.exec(text) ?? [];
  // Nothing was carried out: the account lacks coins for gas, or has no contract.
  if (outOfGas.includes(code) || (code === 0 && steps === '0')) {
    return { means: 'broadcast.insufficientFunds', reason: 'the account cannot pay for gas' };
  }
  const entry = exitCodes[version === 'v4r2' || version === 'v5r1' ? version : 'early'][code];
  if (entry === undefined) return { means: 'broadcast.refused', reason: `its contract ended with exit code ${code}` };
  const [means, reason] = entry;
  return { means, reason };
}

/** The node's words without what leads up to them, and without the log of the virtual machine. */
function wordsOf(text: string): string {
  const [first = ''] = text.split('\n');
  return cleanReason(first.replace(/^(?:LITE_SERVER_\w+|error code: -?\d+ message): ?/i, ''));
}

/** From the most telling refusal to the least. All others come last. */
const telling: readonly Meaning[] = [
  'broadcast.insufficientFunds',
  'broadcast.invalid',
  'broadcast.tooLarge',
  'broadcast.refused',
  'broadcast.congested',
];

/** The most telling of several refusals. */
export function mostTelling<F extends Failure>(failures: readonly F[]): F | undefined {
  const rank = ({ means }: Failure) => (telling.includes(means) ? telling.indexOf(means) : telling.length);
  return failures.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** The error for a refusal. It keeps the node's words. */
export function refusal(
  means: Meaning,
  reason: string,
  facts: { readonly chain: string; readonly nonce?: string },
): RefusedError {
  // Only refusals with a code get here. Each message template uses some of these values.
  const code = means as Extract<Code, `broadcast.${string}`>;
  return refuse(code, { reason, ...facts } as unknown as ContextOf<typeof code>, 'transaction');
}
