import { ascii, selectorOf } from '../vm/felt.ts';
import { isSignedBy } from '../vm/hashes.ts';
import { type ContractClass, defineClass, type EntryPoint } from '../vm/machine.ts';
import { panic } from '../vm/panic.ts';
import { accountClassHashes } from './hashes.ts';
import { assertTransaction, runCalls, spans } from './multicall.ts';

// OpenZeppelin/cairo-contracts:packages/account/src/account.cairo.

const validate: EntryPoint = (frame) => {
  assertTransaction(frame, 'Account: invalid caller', 'Account: invalid tx version');
  const { hash, signature } = frame.transaction;
  const [r = 0n, s = 0n] = signature;
  const isValid = signature.length === 2 && isSignedBy(frame.get('public-key'), hash, r, s);
  if (!isValid) panic('Account: invalid signature');
  return [ascii('VALID')];
};

const publicKey: EntryPoint = (frame) => [frame.get('public-key')];

const functions: Record<string, EntryPoint> = {
  __validate__: validate,
  __validate_deploy__: validate,
  __execute__: (frame, input) => {
    assertTransaction(frame, 'Account: invalid caller', 'Account: invalid tx version');
    return spans(runCalls(frame, input, (cause) => cause));
  },
  get_public_key: publicKey,
  getPublicKey: publicKey,
};

const construct: EntryPoint = (frame, input) => {
  const key = input.felt();
  frame.set(key, 'public-key');
  frame.emit([selectorOf('OwnerAdded'), key], []);
  return [];
};

export const openZeppelinClasses: readonly ContractClass[] = [
  defineClass(accountClassHashes['openzeppelin-1.0.0'], functions, construct),
  defineClass(accountClassHashes['openzeppelin-0.17'], functions, construct),
];
