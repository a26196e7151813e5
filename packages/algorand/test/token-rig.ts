import type { Chain } from '@isochain/core';
import { type AlgorandEngine, startAlgorand } from '@isochain/devnet/algorand';
import { algorand } from '../src/index.ts';
import { bytesOfAddress, type Fields, judgedFields, signatureOf, signedOf } from './judge.ts';

// Assets on the stand-in. Signatures and transactions that are compared come from the judge.

interface News {
  readonly code: string;
  readonly message: string;
}

/** What encode answers. */
interface Encoded {
  readonly data: Readonly<Record<string, unknown>>;
  readonly items: readonly { readonly raw: { readonly value: string }; readonly hash: { readonly value: string } }[];
  /** Codes. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** A key of the stand-in or of tests. */
interface Key {
  readonly address: string;
  /** The seed in hex, with or without 0x. */
  readonly privateKey: string;
}

/** What a transaction of assets does: names of the chain, addresses as texts. */
interface AssetDeed {
  readonly xaid: bigint | string;
  readonly aamt?: bigint;
  readonly arcv?: string;
  readonly aclose?: string;
  readonly asnd?: string;
  readonly fee?: bigint;
}

export type TokenRig = Awaited<ReturnType<typeof startTokenRig>>;

export async function startTokenRig() {
  const engine: AlgorandEngine = await startAlgorand();
  const { endpoints, oldestBlockMs } = engine.settings;
  const chain = algorand.connect('algorand', { endpoints, oldestBlockMs, now: () => engine.now() }) as unknown as Chain;

  async function encode(intent: object): Promise<Encoded> {
    const { transaction, status } = (await chain.encode(intent as never)) as unknown as {
      readonly transaction: { readonly data: Encoded['data']; readonly encoded?: Encoded['items'] };
      readonly status: { readonly errors: readonly News[]; readonly warnings: readonly News[] };
    };
    return {
      data: transaction.data,
      items: transaction.encoded ?? [],
      errors: status.errors.map(({ code }) => code),
      warnings: status.warnings.map(({ code }) => code),
    };
  }

  /** @returns `sent`, or why the node refused it. */
  async function post(signed: Uint8Array): Promise<string> {
    const response = await fetch(`${engine.algodUrl}/v2/transactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-binary' },
      body: signed as BodyInit,
    });
    const { message } = (await response.json()) as { readonly message?: string };
    return response.ok ? 'sent' : (message ?? `status ${response.status}`);
  }

  const seedOf = ({ privateKey }: Key) => Buffer.from(privateKey.replace(/^0x/, ''), 'hex');

  return {
    engine,
    chain,
    encode,
    /** Signs an answer as a wallet does, and sends it past our code. @param isRekeyed - The key is not that of the sender. */
    async send({ items, errors }: Encoded, key: Key, isRekeyed = false): Promise<string> {
      const [item] = items;
      if (item === undefined) throw new Error(`It was refused: ${errors.join(', ')}`);
      const sig = signatureOf(seedOf(key), Buffer.from(item.hash.value, 'hex'));
      const head = isRekeyed
        ? ['83a3736967c440', sig, 'a473676e72c420', bytesOfAddress(key.address)]
        : ['82a3736967c440', sig];
      const parts = [...head, 'a374786e', item.raw.value];
      return post(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part))));
    },
    /** Makes, signs and sends a transaction of assets without our code. */
    async sendOwn(key: Key, { fee = 1_000n, xaid, aamt, ...parties }: AssetDeed): Promise<string> {
      const { node: round } = engine.rounds();
      const fields: Fields = {
        type: 'axfer',
        snd: bytesOfAddress(key.address),
        fee,
        fv: BigInt(round),
        lv: BigInt(round + 1_000),
        gen: engine.genesisId,
        gh: Buffer.from(engine.genesisHash, 'base64'),
        xaid: BigInt(xaid),
        aamt,
        ...Object.fromEntries(Object.entries(parties).map(([name, address]) => [name, bytesOfAddress(address)])),
      };
      return post(signedOf(fields, { sig: signatureOf(seedOf(key), judgedFields(fields).message) }));
    },
  };
}
