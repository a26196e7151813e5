import { pedersen, poseidonHashMany } from '@scure/starknet';

// Hashes and addresses of Starknet by the documentation (docs.starknet.io, "Transactions" and "Contract address"), with @scure/starknet alone. Nothing here
// comes from our own code, nor from the library that it uses.

/** An amount of a resource and its price, as numbers. */
export type JudgedBound = readonly [amount: bigint, price: bigint];

/** What the hashes of all transactions have in. */
interface JudgedCommon {
  /** The name of the chain, such as SN_MAIN. */
  readonly chain: string;
  readonly sender: bigint;
  readonly nonce: bigint;
  readonly tip: bigint;
  readonly l1Gas: JudgedBound;
  readonly l2Gas: JudgedBound;
  /** Left out: a transaction from before Starknet 0.13.4, which had no such bound. */
  readonly l1DataGas?: JudgedBound | undefined;
  /** Left out: 3. */
  readonly version?: bigint;
}

interface JudgedInvoke extends JudgedCommon {
  readonly calldata: readonly bigint[];
}

interface JudgedDeployment extends JudgedCommon {
  readonly classHash: bigint;
  readonly salt: bigint;
  readonly calldata: readonly bigint[];
}

/** The bytes of an ASCII text as a number. */
export function ascii(text: string): bigint {
  return BigInt(`0x${Buffer.from(text, 'ascii').toString('hex')}`);
}

function poseidon(values: readonly bigint[]): bigint {
  return poseidonHashMany([...values]);
}

/** The part of the hash that holds tip and bounds: 60 bits of name, 64 of amount, 128 of price. */
export function judgedFees({
  tip,
  l1Gas,
  l2Gas,
  l1DataGas,
}: Pick<JudgedCommon, 'tip' | 'l1Gas' | 'l2Gas' | 'l1DataGas'>): bigint {
  const packed = (name: string, [amount, price]: JudgedBound) => (ascii(name) << 192n) | (amount << 128n) | price;
  const data = l1DataGas === undefined ? [] : [packed('L1_DATA', l1DataGas)];
  return poseidon([tip, packed('L1_GAS', l1Gas), packed('L2_GAS', l2Gas), ...data]);
}

const nothing = poseidon([]);

/** Both modes of data availability are 0: layer 1. */
const availability = 0n;

function head(prefix: string, { version = 3n, sender, chain, nonce, ...fees }: JudgedCommon): readonly bigint[] {
  const paymaster = nothing;
  return [ascii(prefix), version, sender, judgedFees(fees), paymaster, ascii(chain), nonce, availability];
}

/** The hash of a transaction that calls contracts. */
export function judgedInvoke({ calldata, ...common }: JudgedInvoke): bigint {
  const deployment = nothing;
  return poseidon([...head('invoke', common), deployment, poseidon(calldata)]);
}

/** The hash of a transaction that begins an account. */
export function judgedDeployment({ classHash, salt, calldata, ...common }: JudgedDeployment): bigint {
  return poseidon([...head('deploy_account', common), poseidon(calldata), classHash, salt]);
}

function fold(values: readonly bigint[], start = 0n): bigint {
  return values.reduce((sum, value) => BigInt(pedersen(sum, value)), start);
}

/** The Pedersen hash of a list, with its length at the end. */
function pedersenOf(values: readonly bigint[]): bigint {
  return fold([...values, BigInt(values.length)]);
}

/** How all lists for an address begin: a name, and nobody as deployer. Hashed once, because it takes some milliseconds. */
const beginning = [ascii('STARKNET_CONTRACT_ADDRESS'), 0n];
const begun = fold(beginning);

/** The address of a contract that nobody deployed for it. */
export function judgedAddress({
  classHash,
  salt,
  calldata,
}: Pick<JudgedDeployment, 'classHash' | 'salt' | 'calldata'>): bigint {
  const rest = [salt, classHash, pedersenOf(calldata)];
  return fold([...rest, BigInt(beginning.length + rest.length)], begun) % (2n ** 251n - 256n);
}
