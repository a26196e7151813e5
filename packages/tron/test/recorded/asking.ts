import type { RecordScene } from '@isochain/conformance';
import { writeMessage } from '@isochain/core/protobuf';
import type { TronOptions } from '../../src/options.ts';
import { type Actor, signHash } from '../world/actor.ts';
import { asset, gold, now, recipient, representative, sender, staker, trx, usdt } from '../world/cast.ts';
import { honestEndpoints, honestFetch } from '../world/honest.ts';

// Encodes over the stand-in, whose clock stands still. Signatures are those of ethers.

export type Intent = Readonly<Record<string, unknown>>;

const by = { senderAddress: sender.address };
const to = { ...by, recipientAddress: recipient.address };
const staking = { senderAddress: staker.address, validatorAddress: representative(0) };

export const all: Intent = { amount: undefined, useMaxAmount: true };
export const transfer: Intent = { mode: 'transfer', ...to, amount: String(2n * trx) };
export const tokens: Intent = { mode: 'transferToken', ...to, tokenId: usdt, amount: '1234567' };
export const unknownTokens: Intent = { ...tokens, tokenId: gold };
export const assets: Intent = { ...tokens, tokenId: asset };
export const stake: Intent = {
  mode: 'stake',
  ...by,
  targetValidatorAddress: representative(0),
  amount: String(10n * trx),
};
export const vote: Intent = { ...stake, senderAddress: staker.address };
export const unstake: Intent = { mode: 'unstake', ...staking, amount: String(10n * trx) };
export const withdraw: Intent = { mode: 'withdraw', ...staking };
export const claim: Intent = { mode: 'claimRewards', ...staking };

export interface Asking {
  readonly options?: Omit<TronOptions, 'endpoints' | 'fetch' | 'now' | 'onAttempt'>;
  readonly sign?: RecordScene['sign'];
}

export function asking(name: string, intent: Intent, { options, sign }: Asking = {}): RecordScene {
  return {
    ...{ name, chainId: 'tron', intent, now },
    upstream: () => ({ endpoints: honestEndpoints, fetch: honestFetch }),
    ...(options === undefined ? {} : { options }),
    ...(sign === undefined ? {} : { sign }),
  };
}

type Transaction = Parameters<NonNullable<RecordScene['sign']>>[0];

/** Every form that signers produce: those of ethers, of tronweb, and of services that hold keys. */
export const inAllForms =
  (actor: Actor) =>
  ({ encoded, data }: Transaction): Record<string, string> => {
    const { hash, raw } = encoded[0] ?? {};
    const hex = signHash(hash?.value ?? '', actor);
    const bytes = Buffer.from(hex, 'hex');
    const parity = (bytes[64] ?? 27) - 27;
    const rs = hex.slice(0, 128);
    const half = (from: number) => {
      const part = bytes.subarray(from, from + 32);
      return (part[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), part]) : part;
    };
    const integer = (part: Buffer) => Buffer.concat([Buffer.from([2, part.length]), part]);
    const der = Buffer.concat([integer(half(0)), integer(half(32))]);
    const whole = writeMessage([
      [1, Buffer.from(raw?.value ?? '', 'hex')],
      [2, bytes],
    ]);
    const object = data.params as unknown as object;
    return {
      ...{ hex, 'hex with 0x': `0x${hex}`, 'v as 0 or 1': `${rs}0${parity}`, 'v of one digit': `${rs}${parity}` },
      ...{ 'without v': rs, base64: bytes.toString('base64') },
      DER: Buffer.concat([Buffer.from([0x30, der.length]), der]).toString('hex'),
      'the signed transaction': Buffer.from(whole).toString('hex'),
      "tronweb's object": JSON.stringify({ ...object, signature: [hex] }),
    };
  };

export const inHex =
  (actor: Actor) =>
  ({ encoded }: Transaction): Record<string, string> => ({ hex: signHash(encoded[0]?.hash?.value ?? '', actor) });
