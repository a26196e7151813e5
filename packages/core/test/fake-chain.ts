import { sha256 } from '@noble/hashes/sha2.js';
import {
  type ChainAdapter,
  type CheckedIntent,
  type CompletedData,
  type Completion,
  catalogue,
  createUpstream,
  type EncodedItem,
  refuse,
  toHex,
} from '../src/index.ts';

// The smallest chain there could be, to test the rules that hold on every chain. Its addresses are `acct-` and a name, in any case; a token is
// `tok-…`, `tok-native` stands for the native coin, and `acct-…!` has a wrong checksum. A transaction's bytes are its data as JSON.

const bytesOf = (data: CompletedData) => {
  const { mode, fees, nonce, memo, params } = data;
  const { senderAddress, recipientAddress, tokenId, amount } = data as Record<string, string | undefined>;
  const content = { mode, senderAddress, recipientAddress, tokenId, amount, fees, nonce, memo, params };
  return toHex(new TextEncoder().encode(JSON.stringify(content)));
};

export const hashOf = (raw: string) => toHex(sha256(new TextEncoder().encode(raw)));

/** What a signer of the fake chain sends back. */
export const sign = (encoded: readonly EncodedItem[], sender: string) => `${sender}/${encoded[0]?.hash?.value}`;

export interface FakeChain {
  readonly adapter: ChainAdapter;
  /** What reached the network, in order. */
  readonly submitted: string[];
  /** Names of the verbs that were called, in order. */
  readonly called: string[];
}

/** @param changes - Parts of the adapter that a test replaces. */
export function fakeChain(changes: Partial<ChainAdapter> = {}): FakeChain {
  const submitted: string[] = [];
  const called: string[] = [];
  const address = (text: string) => {
    if (/^acct-[a-z]+!$/i.test(text)) return { ok: false, reason: 'its checksum is wrong', checksum: true } as const;
    if (!/^acct-[a-z]+$/i.test(text)) return { ok: false, reason: 'it does not start with acct-' } as const;
    return { ok: true, canonical: text.toLowerCase() } as const;
  };
  const complete = async ({ data, amount }: CheckedIntent): Promise<Completion> => {
    called.push('complete');
    const useMaxAmount = amount === 'max';
    const concrete = useMaxAmount ? 900n : amount;
    const completed = {
      ...data,
      ...('amount' in data || useMaxAmount ? { useMaxAmount, amount: concrete?.toString() } : {}),
      fees: '10',
      nonce: '7',
      params: { version: 3 },
    };
    return { data: completed as Completion['data'], errors: [], warnings: [] };
  };
  const adapter: ChainAdapter = {
    chainId: 'stellar',
    identity: catalogue.stellar,
    upstream: createUpstream({
      chainId: 'stellar',
      endpoints: ['https://node.test'],
      fetch: () => Promise.reject(new Error('The fake chain has no network')),
    }),
    identifiers: {
      account: address,
      address,
      token: (text) => {
        if (text === 'tok-native') return { ok: false, reason: 'it stands for the native coin', native: true };
        if (!text.startsWith('tok-')) return { ok: false, reason: 'it does not start with tok-' };
        return { ok: true, canonical: text.toLowerCase() };
      },
      validator: (text) =>
        text.startsWith('val-') ? { ok: true, canonical: text } : { ok: false, reason: 'it does not start with val-' },
      transaction: (text) =>
        /^[0-9a-f]{64}$/.test(text) ? { ok: true, canonical: text } : { ok: false, reason: 'it is not a hash' },
      ownerOf: (key) =>
        key.startsWith('key-')
          ? { ok: true, canonical: `acct-${key.slice(4)}` }
          : { ok: false, reason: 'it does not start with key-' },
    },
    modes: {
      transfer: complete,
      transferToken: complete,
      withdraw: complete,
      unstake: complete,
    } as ChainAdapter['modes'],
    wishes: { transfer: ['fees', 'nonce', 'params.timeout'] },
    memo: true,
    assemble(data) {
      called.push('assemble');
      const value = bytesOf(data);
      return [{ raw: { format: 'RAW_TRANSACTION', value }, hash: { format: 'sha256', value: hashOf(value) } }];
    },
    finalize(data, encoded, signature) {
      called.push('finalize');
      const sender = 'senderAddress' in data ? data.senderAddress : '';
      if (!signature.includes('/')) throw refuse('signature.malformed', { reason: 'it has no slash' });
      if (signature !== sign(encoded, sender)) throw refuse('signature.mismatch', {});
      return { raw: `${encoded[0]?.raw?.value}:${signature}`, hash: hashOf(signature) };
    },
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
