import { ed25519 } from '@noble/curves/ed25519.js';
import { digest, fromAddress, toAddress } from '../address.ts';
import { authorizerOf, type SignedTransaction, toSign } from '../codec/decode.ts';
import { Reader, type ValueMap } from '../codec/value.ts';
import { PoolError } from './pool-error.ts';

const failed = () => new PoolError("At least one signature didn't pass verification");

/**
 * Verifies who signed, whoever should have (go-algorand:data/transactions/verify/txn.go). Programs are not run: a logic signature is good if it is the
 * account's own, or if it is signed by it.
 *
 * @throws PoolError
 */
export function checkSignatures(group: readonly SignedTransaction[]): void {
  for (const one of group) {
    const reason = flawOf(one);
    if (reason !== undefined) throw new PoolError(`transaction {...} invalid : ${reason}`);
  }
  // Signatures are verified together, when all else of the group is good.
  if (!group.every(isSigned)) throw failed();
}

function flawOf(one: SignedTransaction): string | undefined {
  const { signed, txn } = one;
  if (signed.has('sgnr') && signed.address('sgnr') === txn.address('snd')) {
    return 'AuthAddr must be different from Sender';
  }
  const kinds = [signed.has('sig'), signed.has('msig'), signed.map('lsig').has('l'), signed.has('pqsig')];
  const count = kinds.filter(Boolean).length;
  if (count === 0) return 'signedtxn has no sig';
  if (count > 1) return 'signedtxn should have only one type of signature';
  if (signed.has('pqsig')) return 'pq signature not enabled';
  if (!signed.has('msig')) return undefined;
  const reason = flawOfMultisig(signed.map('msig'), authorizerOf(one));
  return reason && `multisig validation failed: ${reason}`;
}

/** The address of a multi-signature account (go-algorand:crypto/multisig.go MultisigAddrGen). */
function multisigAddress(version: number, threshold: number, keys: readonly Uint8Array[]): string {
  return toAddress(digest(Buffer.concat([Buffer.from('MultisigAddr'), Buffer.from([version, threshold]), ...keys])));
}

const subsigsOf = (msig: Reader): Reader[] => msig.list('subsig').map((one) => new Reader(one as ValueMap));

function flawOfMultisig(msig: Reader, authorizer: string): string | undefined {
  const subsigs = subsigsOf(msig);
  const [version, threshold] = [Number(msig.uint('v')), Number(msig.uint('thr'))];
  if (subsigs.length === 0) return 'Invalid number of signatures';
  if (version !== 1) return 'Unknown version != 1';
  if (threshold === 0 || threshold > subsigs.length) return 'Invalid threshold';
  const keys = subsigs.map((one) => one.bytes('pk'));
  if (multisigAddress(version, threshold, keys) !== authorizer) return 'Invalid address';
  return subsigs.filter((one) => one.has('s')).length < threshold ? 'Invalid number of signatures' : undefined;
}

function isSigned(one: SignedTransaction): boolean {
  const { signed, bytes } = one;
  const authorizer = authorizerOf(one);
  const message = toSign(bytes);
  if (signed.has('sig')) return verify(signed.bytes('sig'), message, fromAddress(authorizer));
  if (signed.has('msig')) return areSigned(signed.map('msig'), message);
  const lsig = signed.map('lsig');
  const program = Buffer.concat([Buffer.from('Program'), lsig.bytes('l')]);
  if (lsig.has('sig')) return verify(lsig.bytes('sig'), program, fromAddress(authorizer));
  if (lsig.has('msig')) {
    return flawOfMultisig(lsig.map('msig'), authorizer) === undefined && areSigned(lsig.map('msig'), program);
  }
  return toAddress(digest(program)) === authorizer;
}

const areSigned = (msig: Reader, message: Uint8Array): boolean =>
  subsigsOf(msig)
    .filter((one) => one.has('s'))
    .every((one) => verify(one.bytes('s'), message, one.bytes('pk')));

/** Strict, as libsodium: no small or non-canonical points, no signature above the group's order. */
function verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
}
