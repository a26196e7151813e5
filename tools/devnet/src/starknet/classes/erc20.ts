import type { TokenKind } from '../engine.ts';
import { ascii, byteArray, selectorOf, u256 } from '../vm/felt.ts';
import { type ContractClass, defineClass, type EntryPoint, type Frame } from '../vm/machine.ts';
import { panic } from '../vm/panic.ts';

/** Class of the deployed STRK and ETH tokens (NethermindEth/juno, state of block 5508517 of Sepolia). */
const starkGateHash = 0x04ad3c1dc8413453db314497945b6903e1c766495a1e60492d44da9c2a986e4bn;

/** The class that starknet-devnet 0.8.1 has for its tokens. */
const openZeppelinHash = 0x2e77ee61d4df3d988ee1f42ea5442e913862cc82c2584d212ecda76666498fcn;

const blockListHash = ascii('class of a block list');
/** A contract that refuses everybody: the reverting token asks it. */
export const blockListAddress = ascii('block list');

/** Class hashes of tokens by their kind. Only the first two exist on the chain. */
export const tokenClassHashes: Readonly<Record<TokenKind, bigint>> = {
  'data-only': starkGateHash,
  indexed: openZeppelinHash,
  'snake-case': ascii('class of a snake-case token'),
  reverting: ascii('class of a reverting token'),
  paused: ascii('class of a paused token'),
  'fee-on-transfer': ascii('class of a taxed token'),
  'returns-false': ascii('class of a false token'),
};

interface Behaviour {
  /** Whether events have the parties in their keys. */
  readonly indexes: boolean;
  /** The words of an overdraw. */
  readonly overdraw: string;
  readonly overspend: string;
  /** What of an amount arrives. */
  arrives(amount: bigint): bigint;
  /** Runs before each transfer. */
  before(frame: Frame): void;
  readonly moves: boolean;
}

const usual: Behaviour = {
  indexes: true,
  overdraw: 'ERC20: insufficient balance',
  overspend: 'ERC20: insufficient allowance',
  arrives: (amount) => amount,
  before: () => {},
  moves: true,
};

/** The old class subtracts without asking first, so Cairo's own arithmetic fails. */
const starkGate: Behaviour = {
  ...usual,
  indexes: false,
  overdraw: 'u256_sub Overflow',
  overspend: 'u256_sub Overflow',
};

/** The event of a transfer, in the form of the token. Minting and burning have 0 as a party. */
function emitMove(frame: Frame, name: string, from: bigint, to: bigint, amount: bigint, indexes: boolean): void {
  const selector = selectorOf(name);
  if (indexes) frame.emit([selector, from, to], u256(amount));
  else frame.emit([selector], [from, to, ...u256(amount)]);
}

function move(frame: Frame, from: bigint, to: bigint, amount: bigint, behaviour: Behaviour): bigint {
  behaviour.before(frame);
  if (!behaviour.moves) return 0n;
  if (to === 0n) panic('ERC20: transfer to 0');
  const balance = frame.get('balance', from);
  if (balance < amount) panic(behaviour.overdraw);
  frame.set(balance - amount, 'balance', from);
  const arriving = behaviour.arrives(amount);
  frame.set(frame.get('balance', to) + arriving, 'balance', to);
  emitMove(frame, 'Transfer', from, to, arriving, behaviour.indexes);
  if (arriving < amount) {
    emitMove(frame, 'Transfer', from, 0n, amount - arriving, behaviour.indexes);
    frame.set(frame.get('supply') - (amount - arriving), 'supply');
  }
  return 1n;
}

function text(frame: Frame, name: string): readonly bigint[] {
  return Array.from({ length: Number(frame.get(name)) }, (_, index) => frame.get(name, BigInt(index)));
}

function functionsOf(behaviour: Behaviour): Record<string, EntryPoint> {
  const spend = (frame: Frame, owner: bigint, amount: bigint) => {
    const allowance = frame.get('allowance', owner, frame.caller);
    if (allowance === 2n ** 256n - 1n) return;
    if (allowance < amount) panic(behaviour.overspend);
    frame.set(allowance - amount, 'allowance', owner, frame.caller);
  };
  return {
    name: (frame) => text(frame, 'name'),
    symbol: (frame) => text(frame, 'symbol'),
    decimals: (frame) => [frame.get('decimals')],
    total_supply: (frame) => u256(frame.get('supply')),
    balance_of: (frame, input) => u256(frame.get('balance', input.felt())),
    allowance: (frame, input) => u256(frame.get('allowance', input.felt(), input.felt())),
    transfer: (frame, input) => {
      const [to, amount] = [input.felt(), input.u256()];
      input.end();
      return [move(frame, frame.caller, to, amount, behaviour)];
    },
    transfer_from: (frame, input) => {
      const [from, to, amount] = [input.felt(), input.felt(), input.u256()];
      input.end();
      spend(frame, from, amount);
      return [move(frame, from, to, amount, behaviour)];
    },
    approve: (frame, input) => {
      const [spender, amount] = [input.felt(), input.u256()];
      input.end();
      if (spender === 0n) panic('ERC20: approve to 0');
      frame.set(amount, 'allowance', frame.caller, spender);
      emitMove(frame, 'Approval', frame.caller, spender, amount, behaviour.indexes);
      return [1n];
    },
  };
}

const camel: Readonly<Record<string, string>> = {
  balance_of: 'balanceOf',
  transfer_from: 'transferFrom',
  total_supply: 'totalSupply',
};

function classOf(kind: TokenKind, behaviour: Behaviour): ContractClass {
  const snake = functionsOf(behaviour);
  if (kind === 'snake-case') return defineClass(tokenClassHashes[kind], snake);
  const both = Object.entries(snake).flatMap(([name, run]) => {
    const other = camel[name];
    return other === undefined ? [[name, run] as const] : [[name, run] as const, [other, run] as const];
  });
  return defineClass(tokenClassHashes[kind], Object.fromEntries(both));
}

export const tokenClasses: readonly ContractClass[] = [
  classOf('data-only', starkGate),
  classOf('indexed', usual),
  classOf('snake-case', usual),
  classOf('reverting', { ...usual, before: (frame) => void frame.call(blockListAddress, 'check') }),
  classOf('paused', { ...usual, before: () => panic('Pausable: paused') }),
  classOf('fee-on-transfer', { ...usual, arrives: (amount) => amount - amount / 100n }),
  classOf('returns-false', { ...usual, moves: false }),
  defineClass(blockListHash, { check: () => panic('Account is frozen') }),
];

export const blockListClassHash = blockListHash;

/** A text as the kind of token answers it. */
export function tokenText(kind: TokenKind, words: string): readonly bigint[] {
  return kind === 'data-only' || kind === 'snake-case' ? [ascii(words)] : byteArray(words);
}
