import { sha256 } from '@noble/hashes/sha2.js';
import * as z from 'zod';
import {
  type Bytes,
  type ChainAdapter,
  type CheckedData,
  type CheckedIntent,
  type ConnectOptions,
  catalogue,
  type Decision,
  type EncodedItem,
  type FamilyTypes,
  type ModeVerbs,
  type Parsed,
  refuse,
  toHex,
} from '../src/index.ts';
import { createUpstream } from '../src/upstream/index.ts';

// A minimal chain, to test the rules that hold on every chain. An address is `acct-` and a name, in upper or lower case. `acct-…!` has a wrong
// checksum. A token is `tok-…`, and `tok-native` is the native coin. The bytes of a transaction are its data as JSON.

const wishes = z.object({
  timeout: z.number({ error: 'it must be a number of seconds' }).optional().describe('Seconds.'),
});
const noWishes = z.object({});

type Moving = 'transfer' | 'transferToken' | 'withdraw' | 'unstake' | 'convertAsset';

export interface Fake extends FamilyTypes {
  chainId: 'stellar' | 'stellar-testnet';
  options: ConnectOptions;
  values: Record<keyof FamilyTypes['values'], string>;
  modes: {
    transfer: { wishes: typeof wishes; params: object };
    transferToken: { wishes: typeof noWishes; params: object };
    withdraw: { wishes: typeof noWishes; params: object };
    unstake: { wishes: typeof noWishes; params: object };
    convertAsset: { wishes: typeof noWishes; params: object };
  };
  plan: { readonly content: object; readonly sender: string };
  unsigned: { readonly value: string; readonly items: readonly EncodedItem[] };
}

function plan<M extends Moving>({ data, params }: CheckedData<Fake, M>): Fake['plan'] {
  const { mode, fees, nonce, memo, senderAddress, recipientAddress, tokenId, amount } = data as Record<
    string,
    string | undefined
  >;
  const content = { mode, senderAddress, recipientAddress, tokenId, amount, fees, nonce, memo, params };
  return { content, sender: senderAddress ?? '' };
}

export const hashOf = (raw: string) => toHex(sha256(new TextEncoder().encode(raw)));

/** The signature of the fake chain. */
export const sign = (encoded: readonly EncodedItem[], sender: string) => `${sender}/${encoded[0]?.hash?.value}`;

export interface FakeChain {
  readonly adapter: ChainAdapter<Fake>;
  /** What reached the network, in order. */
  readonly submitted: string[];
  /** Names of the verbs that were called, in order. */
  readonly called: string[];
}

/** A mode that decides at once. */
export function deciding<M extends Moving>(
  decide: (intent: CheckedIntent<Fake, M>) => Decision<Fake, M>,
  schema: ModeVerbs<Fake, M>['wishes'],
): ModeVerbs<Fake, M> {
  return { wishes: schema, honours: [], ask: async (intent) => ({ decide: () => decide(intent) }) };
}

/** Transfers with a decision that the test chooses. */
export function transferring(
  decide: (intent: CheckedIntent<Fake, 'transfer'>) => Decision<Fake, 'transfer'>,
): ChainAdapter<Fake>['modes'] {
  return { transfer: deciding(decide, wishes) };
}

const address = (text: string): Parsed<string> => {
  if (/^acct-[a-z]+!$/i.test(text)) return { ok: false, reason: 'its checksum is wrong', checksum: true };
  if (!/^acct-[a-z]+$/i.test(text)) return { ok: false, reason: 'it does not start with acct-' };
  return named(text.toLowerCase());
};

function named(canonical: string): Parsed<string> {
  return { ok: true, canonical, value: canonical };
}

const identifiers: Bytes<Fake>['identifiers'] = {
  account: address,
  sender: address,
  recipient: address,
  token(text) {
    if (text === 'tok-native') return { ok: false, reason: 'it stands for the native coin', native: true };
    return text.startsWith('tok-') ? named(text.toLowerCase()) : { ok: false, reason: 'it does not start with tok-' };
  },
  validator: (text) => (text.startsWith('val-') ? named(text) : { ok: false, reason: 'it does not start with val-' }),
  transaction: (text) => (/^[0-9a-f]{64}$/.test(text) ? named(text) : { ok: false, reason: 'it is not a hash' }),
  publicKey: (text) =>
    text.startsWith('key-') ? named(text.slice(4)) : { ok: false, reason: 'it does not start with key-' },
  ownerOf: (key) => `acct-${key}`,
};

/** Fields of most modes, as the bytes of the tests tell them. */
const common = {
  senderAddress: 'told',
  senderPubKey: { idle: 'the signature proves it' },
  fees: 'most',
  gas: { never: 'the bytes hold no gas' },
  nonce: { hidden: 'the bytes are a hash of it' },
  memo: 'wished',
} as const;
const amounts = { amount: 'told', useMaxAmount: 'told' } as const;
const position = { validatorAddress: { sometimes: 'bytes of some pools name none' }, stakeId: 'told' } as const;

const told: Bytes<Fake>['told'] = {
  transfer: { ...common, ...amounts, recipientAddress: 'told', 'params.timeout': 'most' },
  transferToken: { ...common, ...amounts, recipientAddress: 'told', tokenId: 'told' },
  withdraw: { ...common, ...position, amount: 'told' },
  unstake: { ...common, ...amounts, ...position },
  convertAsset: {
    fees: 'most',
    gas: common.gas,
    nonce: common.nonce,
    memo: 'wished',
    from: 'told',
    to: 'told',
    includeFees: 'told',
    slippage: 'told',
  },
};

/** Parts that a test replaces. */
export interface Changes extends Partial<Omit<ChainAdapter<Fake>, 'bytes'>> {
  readonly bytes?: Partial<Bytes<Fake>>;
}

export function fakeChain({ bytes: changedBytes, ...changes }: Changes = {}): FakeChain {
  const submitted: string[] = [];
  const called: string[] = [];
  const complete = <M extends Moving>({ data, amount }: CheckedIntent<Fake, M>): Decision<Fake, M> => {
    called.push('complete');
    const concrete = amount === 'max' ? 900n : amount;
    const computed = {
      ...('amount' in data || amount === 'max' ? { amount: concrete?.toString() } : {}),
      ...{ fees: '10', nonce: '7', params: { version: 3 } },
    };
    // What every mode of the fake chain computes.
    return { computed: computed as unknown as Decision<Fake, M>['computed'], errors: [], warnings: [] };
  };
  const adapter: ChainAdapter<Fake> = {
    bytes: {
      chainId: 'stellar',
      identity: catalogue.stellar,
      identifiers,
      plan: { transfer: plan, transferToken: plan, withdraw: plan, unstake: plan, convertAsset: plan },
      assemble({ content }) {
        called.push('assemble');
        const value = toHex(new TextEncoder().encode(JSON.stringify(content)));
        const items: EncodedItem[] = [
          { raw: { format: 'RAW_TRANSACTION', value }, hash: { format: 'sha256', value: hashOf(value) } },
        ];
        return { items, unsigned: { value, items } };
      },
      finalize({ sender }, { value, items }, signature) {
        called.push('finalize');
        if (!signature.includes('/')) throw refuse('signature.malformed', { reason: 'it has no slash' });
        if (signature !== sign(items, sender)) throw refuse('signature.mismatch', {});
        return { raw: `${value}:${signature}`, hash: hashOf(signature) };
      },
      told,
      ...changedBytes,
    },
    upstream: createUpstream({
      chainId: 'stellar',
      endpoints: ['https://node.test'],
      fetch: () => Promise.reject(new Error('The fake chain has no network')),
    }),
    modes: {
      transfer: { ...deciding(complete, wishes), honours: ['fees', 'nonce'] },
      transferToken: deciding(complete, noWishes),
      withdraw: deciding(complete, noWishes),
      unstake: deciding(complete, noWishes),
    },
    memo: true,
    async submit(signed) {
      called.push('submit');
      submitted.push(signed.raw);
      return signed.hash;
    },
    reads: {},
    ...changes,
  };
  return { adapter, submitted, called };
}
