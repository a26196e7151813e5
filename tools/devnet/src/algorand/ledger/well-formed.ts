import { digest, toBase32, zeroAddress } from '../address.ts';
import type { SignedTransaction } from '../codec/decode.ts';
import { encodeCanonical } from '../codec/encode.ts';
import { type TransactionType, typeFields } from '../codec/fields.ts';
import type { Reader } from '../codec/value.ts';
import { PoolError } from './pool-error.ts';

/** Rounds for which a transaction may be valid at most, and the bytes of its note (go-algorand:config/consensus.go of v41). */
export const maxLife = 1_000n;
const maxNote = 1_024;

/** Takes fees, and may send nothing. That of the main network. */
export const feeSink = 'Y76M3MSY6DKBRHBL7C3NNDXGS5IIMQVQVUAB6MP4XEMMGVF2QWNPL226CA';

/** How a node tells that a transaction makes no sense by itself. */
const malformed = (reason: string) => new PoolError(`transaction {...} invalid : ${reason}`);

export function typeOf(txn: Reader): TransactionType | undefined {
  const type = txn.text('type');
  return type in typeFields ? (type as TransactionType) : undefined;
}

/**
 * Checks transactions without the ledger (go-algorand:data/transactions/transaction.go WellFormed, checks.go CheckTxnGroup).
 *
 * @throws PoolError
 */
export function checkWellFormed(group: readonly SignedTransaction[]): void {
  for (const { txn } of group) {
    const reason = flawOf(txn);
    if (reason !== undefined) throw malformed(reason);
  }
  checkGroup(group);
}

function flawOf(txn: Reader): string | undefined {
  const type = typeOf(txn);
  if (type === undefined) return `unknown tx type ${txn.text('type')}`;
  const own = flawsOfType[type]?.(txn);
  if (own !== undefined) return own;
  for (const [other, fields] of Object.entries(typeFields)) {
    if (other !== type && Object.keys(fields).some((name) => txn.has(name))) {
      return `transaction of type ${type} has non-zero fields for type ${other}`;
    }
  }
  const [first, last] = [txn.uint('fv'), txn.uint('lv')];
  if (last < first) return `transaction invalid range (${first}--${last})`;
  if (last - first > maxLife) return `transaction window size excessive (${first}--${last})`;
  const note = txn.bytes('note').length;
  if (note > maxNote) return `transaction note too big: ${note} > ${maxNote}`;
  if (txn.address('snd') === zeroAddress) return 'transaction cannot have zero sender';
  return undefined;
}

const flawsOfType: Partial<Record<TransactionType, (txn: Reader) => string | undefined>> = {
  // go-algorand:data/transactions/payment.go
  pay(txn) {
    const sender = txn.address('snd');
    if (sender === txn.address('close')) return `transaction cannot close account to its sender ${sender}`;
    return sender === feeSink ? `cannot spend from fee sink address ${sender}` : undefined;
  },
  // go-algorand:data/transactions/asset.go
  acfg(txn) {
    const params = txn.map('apar');
    const [name, unit, url] = ['an', 'un', 'au'].map((field) => params.bytes(field).length) as [number, number, number];
    if (name > 32) return `transaction asset name too big: ${name} > 32`;
    if (unit > 8) return `transaction asset unit name too big: ${unit} > 8`;
    if (url > 96) return `transaction asset url too big: ${url} > 96`;
    return params.uint('dc') > 19n ? 'transaction asset decimals is too high (max is 19)' : undefined;
  },
  axfer(txn) {
    if (!txn.has('xaid') && txn.has('aamt')) return 'asset ID cannot be zero';
    return txn.has('asnd') && txn.has('aclose') ? 'cannot close asset by clawback' : undefined;
  },
  afrz(txn) {
    if (!txn.has('faid')) return 'asset ID cannot be zero';
    return txn.has('fadd') ? undefined : 'freeze account cannot be empty';
  },
  keyreg: flawOfKeyRegistration,
};

/** go-algorand:data/transactions/keyreg.go */
function flawOfKeyRegistration(txn: Reader): string | undefined {
  const sender = txn.address('snd');
  if (sender === feeSink) return `cannot register participation key for fee sink's address ${sender}`;
  const [first, last] = [txn.uint('votefst'), txn.uint('votelst')];
  if (first > last) return 'transaction first voting round need to be less than its last voting round';
  const keys = ['votekey', 'selkey', 'votekd'].map((name) => txn.has(name));
  if (keys.some((there) => there !== keys[0])) {
    return 'the following transaction fields need to be clear/set together : votekey, selkey, votekd';
  }
  const isOnline = keys[0] === true;
  if (!isOnline && (first !== 0n || last !== 0n)) {
    return 'on going offline key registration transaction, the vote first and vote last fields should not be set';
  }
  if (isOnline && last === 0n) {
    return 'transaction tries to register keys to go online, but vote last is set to zero';
  }
  if (isOnline && first > txn.uint('lv') + 1n) {
    return 'transaction tries to register keys to go online, but first voting round is beyond the round after last valid round';
  }
  const isNonParticipating = txn.flag('nonpart');
  if (isNonParticipating && isOnline) {
    return 'transaction tries to register keys to go online, but nonparticipatory flag is set';
  }
  // 2^24 - 1 rounds.
  if (last - first > 16_777_215n) return 'validity period for keyreg transaction is too long';
  const hasProofKey = txn.has('sprfkey');
  if (isNonParticipating && hasProofKey) {
    return 'non participation keyreg transactions should contain empty stateProofPK';
  }
  if (!isOnline && hasProofKey) return 'offline keyreg transactions should contain empty stateProofPK';
  return isOnline && !hasProofKey ? 'online keyreg transaction cannot have empty field StateProofPK' : undefined;
}

/** A group's id is the digest of TG and the ids of its transactions without it. */
function checkGroup(group: readonly SignedTransaction[]): void {
  const groupOf = ({ txn }: SignedTransaction) => toBase32(txn.has('grp') ? txn.bytes('grp') : new Uint8Array(32));
  const [first] = group as [SignedTransaction];
  if (!first.txn.has('grp')) {
    if (group.length === 1) return;
    throw new PoolError(`transactionGroup: [0] had zero Group but was submitted in a group of ${group.length}`);
  }
  const odd = group.find((one) => groupOf(one) !== groupOf(first));
  if (odd !== undefined) {
    throw new PoolError(`transactionGroup: inconsistent group values: ${groupOf(odd)} != ${groupOf(first)}`);
  }
  const txlist = group.map(({ txn }) => {
    const { grp: _, ...rest } = txn.fields;
    return digest(Buffer.concat([Buffer.from('TX'), encodeCanonical(rest)]));
  });
  const computed = toBase32(digest(Buffer.concat([Buffer.from('TG'), encodeCanonical({ txlist })])));
  if (computed !== groupOf(first)) {
    throw new PoolError(`transactionGroup: incomplete group: ${groupOf(first)} != ${computed} ({...})`);
  }
}
