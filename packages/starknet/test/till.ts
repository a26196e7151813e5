import { createHash } from 'node:crypto';
import type { TypedEncodeResult } from '@isochain/core';
import type { StarknetEngine } from '@isochain/devnet/starknet';
import { ec } from 'starknet';
import { type Starknet, type StarknetOptions, starknet } from '../src/index.ts';
import { publicKeyOf } from './keys.ts';

// Sends what the service encodes to an engine, as a client does, and looks at what the chain charged.

/** Somebody who signs. Keys are felts: hex with 0x, without leading zeros. */
export interface Signer {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** A key that nobody else has. */
export function signer(name: string): Signer {
  // 248 bits: below the order of the curve.
  const digest = createHash('sha256').update(`isochain till ${name}`).digest('hex').slice(2).replace(/^0+/, '');
  const privateKey = `0x${digest}`;
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}

/** How public clients send a signature: starknet.js as DER, and adamik-link as r and s without leading zeros. */
export type Spelling = 'DER' | 'unpadded';

export type Encoded = TypedEncodeResult<Starknet>;

/** What the chain made of a transaction. Amounts of gas in units, the fee in FRI. */
export interface Outcome {
  readonly hash: string;
  readonly status: string;
  readonly fee: bigint;
  readonly used: Gas;
  readonly offered: Gas & { readonly fee: bigint };
}

interface Gas {
  readonly l1: bigint;
  readonly l2: bigint;
  readonly l1Data: bigint;
}

interface Receipt {
  readonly execution_status: string;
  readonly actual_fee: { readonly amount: string };
  readonly execution_resources: { readonly l1_gas: number; readonly l2_gas: number; readonly l1_data_gas: number };
}

type Bounds = Readonly<Record<'l1_gas' | 'l2_gas' | 'l1_data_gas', { readonly max_amount: string }>>;

/** Opens the chain of an engine. */
export function openTill(engine: StarknetEngine, options: Partial<StarknetOptions> = {}) {
  const { endpoints } = engine.settings;
  const chain = starknet.connect(
    engine.chainId as 'starknet' | 'starknet-sepolia',
    {
      ...{ endpoints, oldestBlockMs: 0, tokens: [...engine.tokens] },
      ...options,
    } as StarknetOptions,
  );

  /** Signs what was encoded. */
  function sign(encoded: Encoded, { privateKey }: Pick<Signer, 'privateKey'>, spelling: Spelling): string {
    const value = encoded.transaction.encoded[0]?.hash?.value;
    if (value === undefined) throw new Error(`Nothing to sign: ${JSON.stringify(encoded.status)}`);
    const signature = ec.starkCurve.sign(value, privateKey);
    return spelling === 'DER' ? signature.toDERHex() : `${signature.r.toString(16)}${signature.s.toString(16)}`;
  }

  /** Signs, sends, and waits for the receipt. */
  async function send(encoded: Encoded, by: Pick<Signer, 'privateKey'>, spelling: Spelling = 'DER'): Promise<Outcome> {
    const { hash } = await chain.broadcast({ ...encoded.transaction, signature: sign(encoded, by, spelling) } as never);
    const receipt = await engine.rpc<Receipt>('starknet_getTransactionReceipt', { transaction_hash: hash });
    const { execution_resources: used } = receipt;
    const { data } = encoded.transaction as { data: { fees?: string; params?: { resourceBounds: Bounds } } };
    const bound = (name: keyof Bounds) => BigInt(data.params?.resourceBounds[name].max_amount ?? 0);
    return {
      hash,
      status: receipt.execution_status,
      fee: BigInt(receipt.actual_fee.amount),
      used: { l1: BigInt(used.l1_gas), l2: BigInt(used.l2_gas), l1Data: BigInt(used.l1_data_gas) },
      offered: {
        ...{ l1: bound('l1_gas'), l2: bound('l2_gas'), l1Data: bound('l1_data_gas') },
        fee: BigInt(data.fees ?? 0),
      },
    };
  }

  return {
    chain,
    sign,
    send,
    encode: (intent: object): Promise<Encoded> => chain.encode(intent as never) as Promise<Encoded>,
    /** Codes of the errors of an intent. */
    async refusals(intent: object): Promise<readonly { code: string; message: string; field?: string }[]> {
      const { status, transaction } = (await chain.encode(intent as never)) as Encoded;
      if (transaction.encoded.length > 0) throw new Error('It was encoded.');
      return status.errors as never;
    },
    /** The class at an address. Undefined if nothing is there. */
    async classAt(address: string): Promise<string | undefined> {
      const where = { block_id: 'pre_confirmed', contract_address: `0x${BigInt(address).toString(16)}` };
      return engine.rpc<string>('starknet_getClassHashAt', where).catch(() => undefined);
    },
  };
}

export type Till = ReturnType<typeof openTill>;
