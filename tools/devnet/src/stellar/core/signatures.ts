import { createHash } from 'node:crypto';
import { Keypair, StrKey, xdr } from '@stellar/stellar-base';
import type { AccountEntry } from '../state.ts';
import type { Signature } from './submission.ts';

interface Candidate {
  readonly key: string;
  readonly weight: number;
}

/** Counts the weight of signatures, and which of them were needed (stellar-core:src/transactions/SignatureChecker.cpp). */
export class SignatureChecker {
  readonly #hash: Buffer;
  readonly #signatures: readonly Signature[];
  readonly #used = new Set<Signature>();

  /** `hash` is hex. */
  constructor(hash: string, signatures: readonly Signature[]) {
    this.#hash = Buffer.from(hash, 'hex');
    this.#signatures = signatures;
  }

  get allUsed(): boolean {
    return this.#signatures.every((one) => this.#used.has(one));
  }

  /** Whether signers of the account reach the weight. Of weight 0 one signature is needed all the same. */
  checkAccount({ id, thresholds, signers }: AccountEntry, needed: number): boolean {
    const master = thresholds.master > 0 ? [{ key: id, weight: thresholds.master }] : [];
    return this.check([...master, ...signers], needed);
  }

  /** As for an account that does not exist: its own key signs. */
  checkKey(id: string): boolean {
    return this.check([{ key: id, weight: 1 }], 0);
  }

  checkExtra(keys: readonly xdr.SignerKey[]): boolean {
    if (keys.length === 0) return true;
    return this.check(
      keys.map((key) => ({ key: signerText(key), weight: 1 })),
      keys.length,
    );
  }

  check(candidates: readonly Candidate[], needed: number): boolean {
    let total = 0;
    const reach = (weight: number): boolean => {
      total += Math.min(weight, 255);
      return total >= needed;
    };
    const ofKind = (letter: string) => candidates.filter(({ key }) => key.startsWith(letter));
    for (const { key, weight } of ofKind('T')) {
      if (StrKey.decodePreAuthTx(key).equals(this.#hash) && reach(weight)) return true;
    }
    for (const [letter, verify] of [
      ['X', verifyHash],
      ['G', verifyKey],
      ['P', verifyPayload],
    ] as const) {
      const left = ofKind(letter);
      for (const one of this.#signatures) {
        const index = left.findIndex(({ key }) => verify(one, key, this.#hash));
        const [found] = index < 0 ? [] : left.splice(index, 1);
        if (found === undefined) continue;
        this.#used.add(one);
        if (reach(found.weight)) return true;
      }
    }
    return false;
  }
}

/** The strkey of a signer: G..., T..., X... or P... */
export function signerText(key: xdr.SignerKey): string {
  switch (key.switch().name) {
    case 'signerKeyTypeEd25519':
      return StrKey.encodeEd25519PublicKey(key.ed25519());
    case 'signerKeyTypePreAuthTx':
      return StrKey.encodePreAuthTx(key.preAuthTx());
    case 'signerKeyTypeHashX':
      return StrKey.encodeSha256Hash(key.hashX());
    default:
      return StrKey.encodeSignedPayload(key.ed25519SignedPayload().toXDR());
  }
}

function verifyKey({ hint, signature }: Signature, key: string, hash: Buffer): boolean {
  const raw = StrKey.decodeEd25519PublicKey(key);
  return hint.equals(raw.subarray(-4)) && signature.length === 64 && Keypair.fromPublicKey(key).verify(hash, signature);
}

function verifyHash({ hint, signature }: Signature, key: string): boolean {
  const wanted = StrKey.decodeSha256Hash(key);
  return hint.equals(wanted.subarray(-4)) && createHash('sha256').update(signature).digest().equals(wanted);
}

/** CAP-40: the hint is that of the key, combined with the last four bytes of the payload. */
function verifyPayload({ hint, signature }: Signature, key: string): boolean {
  const signed = xdr.SignerKeyEd25519SignedPayload.fromXDR(StrKey.decodeSignedPayload(key));
  const payload = signed.payload();
  const end = Buffer.alloc(4);
  payload.subarray(-4).copy(end);
  const wanted = signed
    .ed25519()
    .subarray(-4)
    .map((byte, index) => byte ^ (end[index] ?? 0));
  if (!hint.equals(wanted) || signature.length !== 64) return false;
  return Keypair.fromPublicKey(StrKey.encodeEd25519PublicKey(signed.ed25519())).verify(payload, signature);
}
