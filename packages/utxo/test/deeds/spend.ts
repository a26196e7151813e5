import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import type { LitecoinEngine } from '@isochain/devnet/utxo';
import * as bitcoin from 'bitcoinjs-lib';
import { ECPairFactory } from 'ecpair';
import type { KeyHolder } from '../random-transfers.ts';

// Transactions of bitcoinjs-lib, with coins and keys of as many as take part.

const network = bitcoin.networks.testnet;
const { fromPrivateKey } = ECPairFactory(ecc);

/** An output that somebody can spend. */
export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly value: bigint;
  readonly owner: KeyHolder;
  readonly script: Uint8Array;
}

export interface Payment {
  /** An address, or a script. */
  readonly to: string | Uint8Array;
  readonly value: bigint;
}

let strangers = 0;

/** Somebody who is none of the residents. */
function stranger(): KeyHolder {
  strangers += 1;
  const privateKey = createHash('sha256').update(`deed ${strangers}`).digest();
  const { publicKey } = fromPrivateKey(privateKey);
  const { address = '' } = bitcoin.payments.p2wpkh({ pubkey: publicKey, network });
  return { address, publicKey: Buffer.from(publicKey).toString('hex'), privateKey };
}

/**
 * A coin of somebody who is none of the residents.
 *
 * @param kind - 'p2pk' has no address.
 */
export async function strangersCoin(
  engine: LitecoinEngine,
  value: bigint,
  kind: 'p2wpkh' | 'p2pk' = 'p2wpkh',
): Promise<Coin> {
  const owner = stranger();
  const { output: script = new Uint8Array() } = bitcoin.payments[kind]({
    pubkey: Buffer.from(owner.publicKey, 'hex'),
    network,
  });
  const [coin] = await engine.pay([{ to: script, amount: value }]);
  if (coin === undefined) throw new Error('Nothing was paid.');
  return { ...coin, value, owner, script };
}

/** The largest coins of an account, as many as make up a value. */
export async function coinsOf(engine: LitecoinEngine, owner: KeyHolder, value: bigint): Promise<Coin[]> {
  const response = await fetch(`${engine.url}/address/${owner.address}/utxo`);
  const found = (await response.json()) as { txid: string; vout: number; value: number }[];
  const script = bitcoin.address.toOutputScript(owner.address, network);
  const coins: Coin[] = [];
  for (const coin of found.toSorted((a, b) => b.value - a.value)) {
    if (sum(coins) >= value) break;
    coins.push({ ...coin, value: BigInt(coin.value), owner, script });
  }
  if (sum(coins) < value) throw new Error(`${owner.address} has no ${value}.`);
  return coins;
}

export function sum(values: readonly { readonly value: bigint }[]): bigint {
  return values.reduce((total, { value }) => total + value, 0n);
}

/** Signs every input with the key of its coin, sends, and makes the block. What is not paid is the fee. */
export async function spend(
  engine: LitecoinEngine,
  coins: readonly Coin[],
  payments: readonly Payment[],
): Promise<string> {
  const psbt = new bitcoin.Psbt({ network });
  for (const { txid, vout } of coins) {
    const raw = await engine.rpc<string>('getrawtransaction', [txid]);
    psbt.addInput({ hash: txid, index: vout, nonWitnessUtxo: Buffer.from(raw, 'hex') });
  }
  for (const { to, value } of payments) {
    psbt.addOutput(typeof to === 'string' ? { address: to, value } : { script: to, value });
  }
  coins.forEach(({ owner }, i) => {
    psbt.signInput(i, fromPrivateKey(owner.privateKey));
  });
  const id = await engine.rpc<string>('sendrawtransaction', [
    psbt.finalizeAllInputs().extractTransaction(true).toHex(),
  ]);
  await engine.mine();
  return id;
}

/** Says something, and burns what it holds. */
export function saying(text: string): Uint8Array {
  return bitcoin.payments.embed({ data: [Buffer.from(text)] }).output ?? new Uint8Array();
}
