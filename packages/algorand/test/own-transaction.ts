import type { AlgorandEngine } from '@isochain/devnet/algorand';
import { sha512_256 } from '@noble/hashes/sha2.js';
import { bytesOfAddress, type Fields, judgedFields, mainnet, msgpack, signatureOf, signedOf } from './judge.ts';
import type { TestKey } from './keys.ts';

/** A transaction that other libraries make (judge.ts). None of our code takes part. */
export interface OwnTransaction {
  readonly key: TestKey;
  /** Named as on the chain. Those that each transaction has are filled in. */
  readonly fields: Fields;
  /** By default the key's own. */
  readonly sender?: string;
  /** The address that signed, where it is not the sender. */
  readonly sgnr?: string | undefined;
}

/** What the node says to a transaction: `taken`, or its message. */
export type Said = string;

/** Sends signed bytes without our code. */
export async function post({ algodUrl }: AlgorandEngine, signed: Uint8Array): Promise<Said> {
  const response = await fetch(`${algodUrl}/v2/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-binary' },
    body: new Uint8Array(signed),
  });
  const { message } = (await response.json()) as { readonly message?: string };
  return response.ok ? 'taken' : (message ?? `status ${response.status}`);
}

/** Signs transactions, as a group if there are several. */
export function signOwn(
  engine: AlgorandEngine,
  group: readonly OwnTransaction[],
): { readonly signed: Uint8Array; readonly ids: readonly string[] } {
  const round = BigInt(engine.rounds().node);
  const all = group.map(({ key, sender = key.address, fields }): Fields => {
    const common = { snd: bytesOfAddress(sender), fee: 1_000n, fv: round, lv: round + 1_000n };
    return { ...common, gen: mainnet.genesisId, gh: Buffer.from(mainnet.genesisHash, 'base64'), ...fields };
  });
  // A group's id is the digest of TG and the ids of its transactions (go-algorand, data/transactions/transaction.go: TxGroup).
  const txlist = all.map((fields) => sha512_256(judgedFields(fields).message));
  const grp = sha512_256(Buffer.concat([Buffer.from('TG'), msgpack({ txlist })]));
  const made = group.map(({ key, sgnr }, i) => {
    const { fields, message, txId } = judgedFields({ ...all[i], ...(group.length > 1 ? { grp } : {}) });
    const sig = signatureOf(Buffer.from(key.privateKey.slice(2), 'hex'), message);
    return { txId, signed: signedOf(fields, { sig, ...(sgnr === undefined ? {} : { sgnr }) }) };
  });
  return { signed: Buffer.concat(made.map(({ signed }) => signed)), ids: made.map(({ txId }) => txId) };
}
