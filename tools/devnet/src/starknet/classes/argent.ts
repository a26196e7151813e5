import { ascii, selectorOf } from '../vm/felt.ts';
import { isSignedBy, starkSignerGuid } from '../vm/hashes.ts';
import type { Input } from '../vm/input.ts';
import { type ContractClass, defineClass, type EntryPoint, type Frame } from '../vm/machine.ts';
import { Panic, panic } from '../vm/panic.ts';
import { accountClassHashes } from './hashes.ts';
import { assertTransaction, runCalls, spans } from './multicall.ts';

// The rules of Argent's (Ready's) accounts: argent-contracts-starknet: its page argent_account, src/multiowner_account/argent_account.cairo, tags
// account-0.3.1, account-0.4.0 and account-0.5.0. Owners and guardians of other curves can stand in the store; their signatures are refused, because this
// engine verifies the Stark curve alone.

/** Variants of Argent's Signer: what `get_owner_type` answers. */
export const signerKinds = ['starknet', 'secp256k1', 'secp256r1', 'eip191', 'webauthn'] as const;
const stark = 0n;

/** Slots: `owners` holds their number, `owner:i` and `owner-kind:i` each, `guardian-kind` the kind plus one. */
const owners = (frame: Frame) =>
  Array.from({ length: Number(frame.get('owners')) }, (_, index) => ({
    key: frame.get('owner', BigInt(index)),
    kind: frame.get('owner-kind', BigInt(index)),
  }));

function guardianOf(frame: Frame): { key: bigint; kind: bigint } | undefined {
  const kind = frame.get('guardian-kind');
  return kind === 0n ? undefined : { key: frame.get('guardian'), kind: kind - 1n };
}

/** A signature of the transaction. `key` is undefined where the form does not tell it: then it is that of the only owner, or of the guardian. */
interface SignerSignature {
  readonly kind: bigint;
  readonly key: bigint | undefined;
  readonly r: bigint;
  readonly s: bigint;
}

/** Felts of a signature behind its kind: for Stark key, r and s; with u256 and parity for the others. WebAuthn is not read. */
const lengths = [3, 6, 7, 6];

/** The long form, `[n, (kind, key, r, s) × n]`. Panics as Cairo's deserializer does: what is missing is a wrong format, what is left a wrong length. */
function longForm(felts: readonly bigint[]): SignerSignature[] {
  const [count] = felts;
  if (count === undefined) panic('argent/invalid-signature-format');
  let next = 1;
  const found: SignerSignature[] = [];
  for (let index = 0n; index < count; index += 1n) {
    const kind = felts[next] ?? -1n;
    const length = lengths[Number(kind)];
    if (length === undefined || next + 1 + length > felts.length) panic('argent/invalid-signature-format');
    const [key = 0n, r = 0n, s = 0n] = felts.slice(next + 1, next + 1 + length);
    if (key === 0n) panic('argent/invalid-signature-format');
    found.push({ kind, key, r, s });
    next += 1 + length;
  }
  if (next !== felts.length) panic('argent/invalid-signature-length');
  return found;
}

function shortForm([r1 = 0n, s1 = 0n, r2, s2]: readonly bigint[]): SignerSignature[] {
  const first = { kind: stark, key: undefined, r: r1, s: s1 };
  return r2 === undefined || s2 === undefined ? [first] : [first, { kind: stark, key: undefined, r: r2, s: s2 }];
}

/** Accounts from 0.4.0 on compute a signature of a query in full, and then ignore that it is wrong ("accurate estimates"). */
function holds(frame: Frame, publicKey: bigint, { r, s }: SignerSignature): boolean {
  return isSignedBy(publicKey, frame.transaction.hash, r, s) || frame.transaction.isQuery;
}

/** What 0.4.0 and 0.5.0 say to the same mistake. Those of 0.4.0 were seen on starknet-devnet 0.8.1, those of 0.5.0 are read in its source. */
interface Words {
  readonly missingGuardian: string;
  readonly needlessGuardian: string;
  readonly needlessShortGuardian: string;
}

function validateSigners(words: Words): (frame: Frame) => void {
  return (frame) => {
    const { signature } = frame.transaction;
    const isShort = signature.length === 2 || signature.length === 4;
    const known = owners(frame);
    const guardian = guardianOf(frame);
    const [only] = known;
    if (isShort && (known.length !== 1 || only?.kind !== stark)) panic('argent/no-single-stark-owner');
    if (signature.length === 4 && guardian?.kind !== stark) panic(words.needlessShortGuardian);
    const parts = isShort ? shortForm(signature) : longForm(signature);
    const [byOwner, byGuardian, ...more] = parts;
    if (byOwner === undefined || more.length > 0) panic('argent/invalid-signature-length');
    // 0.4.0 counts before it verifies.
    const byCount = 'argent/invalid-signature-length';
    if (guardian !== undefined && byGuardian === undefined && words.missingGuardian === byCount) panic(byCount);
    if (guardian === undefined && byGuardian !== undefined && words.needlessGuardian === byCount) panic(byCount);
    const owner = known.find(({ key, kind }) => kind === stark && key === (byOwner.key ?? only?.key));
    const isOwner = byOwner.kind === stark && owner !== undefined && holds(frame, owner.key, byOwner);
    if (!isOwner) panic('argent/invalid-owner-sig');
    if (byGuardian === undefined) {
      if (guardian !== undefined) panic(words.missingGuardian);
      return;
    }
    if (guardian === undefined) panic(words.needlessGuardian);
    const isGuardian =
      byGuardian.kind === stark && guardian.kind === stark && guardian.key === (byGuardian.key ?? guardian.key);
    if (!isGuardian || !holds(frame, guardian.key, byGuardian)) panic('argent/invalid-guardian-sig');
  };
}

const validateSigners040 = validateSigners({
  missingGuardian: 'argent/invalid-signature-length',
  needlessGuardian: 'argent/invalid-signature-length',
  needlessShortGuardian: 'argent/zero-pubkey',
});
const validateSigners050 = validateSigners({
  missingGuardian: 'argent/missing-guardian-sig',
  needlessGuardian: 'argent/invalid-guardian-sig',
  needlessShortGuardian: 'argent/no-single-guardian-owner',
});

/** 0.3.1 knows r and s alone. The guardian's follow. */
function validateOldSigners(frame: Frame): void {
  const { signature, hash } = frame.transaction;
  const [r = 0n, s = 0n, guardianR = 0n, guardianS = 0n] = signature;
  if (signature.length !== 2 && signature.length !== 4) panic('argent/invalid-signature-length');
  if (!isSignedBy(frame.get('owner', 0n), hash, r, s)) panic('argent/invalid-owner-sig');
  const guardian = guardianOf(frame);
  if ((signature.length === 4) !== (guardian !== undefined)) panic('argent/invalid-signature-length');
  if (guardian !== undefined && !isSignedBy(guardian.key, hash, guardianR, guardianS)) {
    panic('argent/invalid-guardian-sig');
  }
}

/** Before 0.5.0 the results are answered, and stand in the event. */
function multicall(tellsResults: boolean): EntryPoint {
  return (frame, input) => {
    assertTransaction(frame, 'argent/non-null-caller', 'argent/invalid-tx-version');
    const failed = (cause: Panic, index: number) =>
      new Panic([ascii('argent/multicall-failed'), BigInt(index), ...cause.felts]);
    const results = runCalls(frame, input, failed);
    const told = tellsResults ? spans(results) : [];
    frame.emit([selectorOf('TransactionExecuted'), frame.transaction.hash], told);
    return told;
  };
}

/** Sets the first owner and the guardian, as the constructor and tests do. `guardian` has its kind. */
function setSigners(frame: Frame, owner: bigint, guardian: { key: bigint; kind: bigint } | undefined): void {
  frame.set(1n, 'owners');
  frame.set(owner, 'owner', 0n);
  if (guardian === undefined) return;
  frame.set(guardian.key, 'guardian');
  frame.set(guardian.kind + 1n, 'guardian-kind');
}

function readStarkSigner(input: Input): bigint {
  if (input.felt() !== stark) panic('argent/unsupported-signer');
  return input.felt();
}

/**
 * `Signer::Starknet(owner), Option<Signer>`, with the events that deployments of 0.4.0 on starknet-devnet 0.8.1 had. 0.5.0 tells of added owners too
 * (its events.cairo).
 */
function construct(tellsAdded: boolean): EntryPoint {
  return (frame, input) => {
    const owner = readStarkSigner(input);
    const guardian = input.felt() === 0n ? { key: readStarkSigner(input), kind: stark } : undefined;
    if (owner === 0n) panic('argent/null-owner');
    setSigners(frame, owner, guardian);
    const link = (key: bigint, added: string) => {
      frame.emit([selectorOf('SignerLinked'), starkSignerGuid(key)], [stark, key]);
      if (tellsAdded) frame.emit([selectorOf(added), starkSignerGuid(key)], []);
    };
    link(owner, 'OwnerAddedGuid');
    if (guardian !== undefined) link(guardian.key, 'GuardianAddedGuid');
    const guardianGuid = guardian === undefined ? 0n : starkSignerGuid(guardian.key);
    frame.emit([selectorOf('AccountCreated'), owner], [guardian?.key ?? 0n]);
    frame.emit([selectorOf('AccountCreatedGuid'), starkSignerGuid(owner)], [guardianGuid]);
    return [];
  };
}

const constructOld: EntryPoint = (frame, input) => {
  const [owner, guardian] = [input.felt(), input.felt()];
  if (owner === 0n) panic('argent/null-owner');
  setSigners(frame, owner, guardian === 0n ? undefined : { key: guardian, kind: stark });
  frame.emit([selectorOf('AccountCreated'), owner], [guardian]);
  return [];
};

function validateWith(check: (frame: Frame) => void): Record<string, EntryPoint> {
  const validate: EntryPoint = (frame) => {
    assertTransaction(frame, 'argent/non-null-caller', 'argent/invalid-tx-version');
    check(frame);
    return [ascii('VALID')];
  };
  return { __validate__: validate, __validate_deploy__: validate };
}

const oldReads: Record<string, EntryPoint> = {
  get_owner: (frame) => [frame.get('owner', 0n)],
  get_guardian: (frame) => [guardianOf(frame)?.key ?? 0n],
  get_guardian_backup: () => [0n],
  getName: () => [ascii('ArgentAccount')],
};

const newReads: Record<string, EntryPoint> = {
  get_owner: (frame) => {
    const [only, ...more] = owners(frame);
    if (only === undefined || more.length > 0) panic('argent/no-single-owner');
    if (only.kind !== stark && only.kind !== 1n && only.kind !== 3n) panic('argent/only_guid');
    return [only.key];
  },
  get_owner_type: (frame) => {
    const [only, ...more] = owners(frame);
    if (only === undefined || more.length > 0) panic('argent/no-single-owner');
    return [only.kind];
  },
  get_guardian: (frame) => {
    const guardian = guardianOf(frame);
    if (guardian !== undefined && guardian.kind !== stark) panic('argent/only_guid');
    return [guardian?.key ?? 0n];
  },
  get_guardian_guid: (frame) => {
    const guardian = guardianOf(frame);
    return guardian === undefined ? [1n] : [0n, starkSignerGuid(guardian.key)];
  },
  get_guardian_type: (frame) => {
    const guardian = guardianOf(frame);
    return guardian === undefined ? [1n] : [0n, guardian.kind];
  },
  get_name: () => [ascii('ArgentAccount')],
};

const version = (major: bigint, minor: bigint, patch: bigint): Record<string, EntryPoint> => ({
  get_version: () => [major, minor, patch],
});

export const argentClasses: readonly ContractClass[] = [
  // It takes only version 1. The network shows it transactions of version 3 as such: starkware-libs/sequencer, blockifier_versioned_constants_0_14_2.json
  // (v1_bound_accounts_cairo1). starknet-devnet 0.8.1 does it too.
  defineClass(
    accountClassHashes['argent-0.3.0'],
    { ...validateWith(validateOldSigners), ...oldReads, ...version(0n, 3n, 0n), __execute__: multicall(true) },
    constructOld,
  ),
  defineClass(
    accountClassHashes['argent-0.3.1'],
    { ...validateWith(validateOldSigners), ...oldReads, ...version(0n, 3n, 1n), __execute__: multicall(true) },
    constructOld,
  ),
  defineClass(
    accountClassHashes['argent-0.4.0'],
    { ...validateWith(validateSigners040), ...newReads, ...version(0n, 4n, 0n), __execute__: multicall(true) },
    construct(false),
  ),
  defineClass(
    accountClassHashes['argent-0.5.0'],
    {
      ...validateWith(validateSigners050),
      ...newReads,
      ...version(0n, 5n, 0n),
      get_owners_guids: (frame) => {
        const all = owners(frame);
        return [BigInt(all.length), ...all.map(({ key }) => starkSignerGuid(key))];
      },
      __execute__: multicall(false),
    },
    construct(true),
  ),
];
