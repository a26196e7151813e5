import type { RecordScene } from '@isochain/conformance';
import type { AptosOptions } from '../../src/options.ts';
import { type Actor, signMessage } from '../world/actor.ts';
import { apt, leaver, now, recipient, sender, singleKey, staker, stranger } from '../world/cast.ts';
import { honestEndpoints, honestFetch, honestTestnet } from '../world/honest.ts';
import { tokens as ids, pool } from '../world/world.ts';

// Encodes over the stand-in, whose clock stands still. Signatures are those of the official SDK.

export type Intent = Readonly<Record<string, unknown>>;

/** In place of an amount. */
export const all: Intent = { amount: undefined, useMaxAmount: true };

export const transfer: Intent = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: String(2n * apt) },
};
/** Of the account with a single key, which never sent anything. */
export const ofSingleKey: Intent = { senderAddress: singleKey.address, senderPubKey: singleKey.publicKey };
export const sponsored: Intent = {
  ...transfer,
  params: { feePayer: { address: stranger.address, publicKey: stranger.publicKey } },
};
export const orderless: Intent = { ...transfer, nonce: '4242', params: { orderless: true } };

/** A fungible asset whose facts are known without asking. */
export const dollars: Intent = { ...transfer, mode: 'transferToken', tokenId: ids.usdc, amount: '1234567' };
/** A fungible asset that a node must tell of. */
export const asset: Intent = { ...dollars, tokenId: ids.demo };
/** An asset that the sender holds in part as the coin that it was. */
export const migrated: Intent = { ...dollars, tokenId: ids.pairedAsset, amount: '700000000' };
export const coin: Intent = { ...dollars, tokenId: ids.plainCoin };

export const registration: Intent = {
  ...{ mode: 'enableToken', senderAddress: sender.address, tokenId: ids.newCoin },
};

export const stake: Intent = {
  ...{ mode: 'stake', senderAddress: sender.address },
  ...{ targetValidatorAddress: pool, amount: String(20n * apt) },
};
const ofStaker: Intent = { senderAddress: staker.address, validatorAddress: pool };
export const addition: Intent = { ...stake, senderAddress: staker.address, amount: String(2n * apt) };
export const reactivation: Intent = {
  ...stake,
  ...{ senderAddress: staker.address, amount: String(3n * apt), params: { reactivate: true } },
};
export const unstake: Intent = { mode: 'unstake', ...ofStaker, amount: String(30n * apt) };
/** The pool moves all that the account has there, because less than 10 APT would be left. */
export const adjustedUnstake: Intent = { ...unstake, senderAddress: leaver.address, amount: String(21n * apt) };
export const withdraw: Intent = { mode: 'withdraw', ...ofStaker, senderAddress: leaver.address };

export interface Asking {
  readonly options?: Omit<AptosOptions, 'endpoints' | 'fetch' | 'now' | 'onAttempt'>;
  readonly sign?: RecordScene['sign'];
}

export function asking(name: string, intent: Intent, { options, sign }: Asking = {}): RecordScene {
  return {
    ...{ name, chainId: 'aptos', intent, now },
    upstream: () => ({ endpoints: honestEndpoints, fetch: honestFetch }),
    ...(options === undefined ? {} : { options }),
    ...(sign === undefined ? {} : { sign }),
  };
}

/** The same on the test network. */
export function askingTestnet(name: string, intent: Intent, more: Asking = {}): RecordScene {
  return {
    ...asking(`${name} on the test network`, intent, more),
    chainId: 'aptos-testnet',
    upstream: () => ({ endpoints: honestEndpoints, fetch: honestTestnet }),
  };
}

type Signing = NonNullable<RecordScene['sign']>;

const messageOf = ({ encoded }: Parameters<Signing>[0]) => encoded[0]?.raw?.value ?? '';

/** Every form that signers produce. */
export const inEveryForm =
  (by: Actor, scheme: 'ed25519' | 'single_key' = 'ed25519'): Signing =>
  (answer) => {
    const message = messageOf(answer);
    const signature = signMessage(message, by);
    const { publicKey: key } = by;
    const account = scheme === 'ed25519' ? `0020${key}40${signature}` : `020020${key}0040${signature}`;
    // A legacy signature is an authenticator of a transaction as it is. Others stand behind the variant for one sender.
    const authenticator = scheme === 'ed25519' ? account : `04${account}`;
    return {
      hex: signature,
      'hex with 0x': `0x${signature}`,
      'hex in capitals': signature.toUpperCase(),
      base64: Buffer.from(signature, 'hex').toString('base64'),
      'AIP-80': `ed25519-sig-0x${signature}`,
      JSON: JSON.stringify({ signature: `0x${signature}`, publicKey: `0x${key}` }),
      'account authenticator': account,
      'signed transaction': `${message.slice(64)}${authenticator}`,
    };
  };

export const inHex =
  (by: Actor): Signing =>
  (answer) => ({ hex: signMessage(messageOf(answer), by) });

/** The sender's and the payer's. */
export const byBoth =
  (by: Actor, payer: Actor): Signing =>
  (answer) => {
    const [own, other] = [by, payer].map((one) => signMessage(messageOf(answer), one));
    return { 'two signatures': `${own},${other}`, 'two signatures in a row': `${own}${other}` };
  };
