import { ascii } from '../vm/felt.ts';
import { isSignedBy } from '../vm/hashes.ts';
import { type ContractClass, defineClass, type EntryPoint } from '../vm/machine.ts';
import { panic } from '../vm/panic.ts';
import { accountClassHashes, olderBraavosHashes } from './hashes.ts';
import { assertTransaction, runCalls, spans } from './multicall.ts';

// myBraavos/braavos-account-cairo:src/presets/braavos_account.cairo, as far as a Stark key can sign. Signatures of strong signers and of a multisig are
// refused, because this engine verifies the Stark curve alone.

const validate: EntryPoint = (frame) => {
  assertTransaction(frame, 'INVALID_CALLER', 'INVALID_TX_VERSION');
  const { hash, signature, isQuery } = frame.transaction;
  // `[1, r, s]` names the type of the signer; `[r, s]` is taken beside it.
  const [r = 0n, s = 0n] = signature.length === 3 && signature[0] === 1n ? signature.slice(1) : signature;
  const hasStrongSigner = frame.get('secp256r1') !== 0n || frame.get('webauthn') !== 0n;
  const isForm = signature.length === 2 || (signature.length === 3 && signature[0] === 1n);
  const isValid =
    isForm &&
    !hasStrongSigner &&
    frame.get('multisig-threshold') < 2n &&
    (isQuery || isSignedBy(frame.get('public-key'), hash, r, s));
  if (!isValid) panic('INVALID_SIG');
  return [ascii('VALID')];
};

const functions: Record<string, EntryPoint> = {
  __validate__: validate,
  __execute__: (frame, input) => {
    assertTransaction(frame, 'INVALID_CALLER', 'INVALID_TX_VERSION');
    return spans(runCalls(frame, input, (cause) => cause));
  },
  get_public_key: (frame) => [frame.get('public-key')],
  // Identifiers of the Stark signers, those of secp256r1 and those of WebAuthn, each list with its length.
  get_signers: (frame) => [
    ...[1n, frame.get('public-key')],
    ...['secp256r1', 'webauthn'].flatMap((kind) => (frame.get(kind) === 0n ? [0n] : [1n, frame.get(kind)])),
  ],
  get_multisig_threshold: (frame) => [frame.get('multisig-threshold')],
};

export const braavosClasses: readonly ContractClass[] = [
  ...[accountClassHashes.braavos, ...olderBraavosHashes].map((hash) => defineClass(hash, functions)),
  // A multi-owner account, which keeps its owners elsewhere.
  defineClass(accountClassHashes['braavos-moa'], {
    __validate__: () => panic('INVALID_SIG'),
    __execute__: () => panic('INVALID_SIG'),
  }),
];
