import { hex, prime } from '../vm/felt.ts';
import { type Bounds, contractAddress, deployAccountHash, invokeHash } from '../vm/hashes.ts';
import { InvalidParams, Refusal } from './refusal.ts';

/** The bit of versions that are only for estimates: 2^128. */
const queryBit = 2n ** 128n;

interface Common {
  /** The account: the sender, or what is deployed. */
  readonly address: bigint;
  readonly hash: bigint;
  /** Without the bit for queries. */
  readonly version: bigint;
  readonly isQuery: boolean;
  readonly signature: readonly bigint[];
  readonly nonce: bigint;
  readonly tip: bigint;
  readonly bounds: Bounds;
  /** As `starknet_getTransactionByHash` answers it, without the hash. */
  readonly json: Readonly<Record<string, unknown>>;
}

interface Invoke extends Common {
  readonly type: 'INVOKE';
  readonly calldata: readonly bigint[];
}

interface DeployAccount extends Common {
  readonly type: 'DEPLOY_ACCOUNT';
  readonly classHash: bigint;
  readonly salt: bigint;
  readonly constructorCalldata: readonly bigint[];
}

export type Transaction = Invoke | DeployAccount;

type Fields = Readonly<Record<string, unknown>>;

const names = { INVOKE: 'invoke', DEPLOY_ACCOUNT: 'deploy account' };

/**
 * Reads a transaction as clients send it, and hashes it.
 *
 * @throws InvalidParams for anything that the specification of version 3 does not allow; Refusal 61 for other versions above 3.
 */
export function readTransaction(value: unknown, chainId: bigint, expected?: 'INVOKE' | 'DEPLOY_ACCOUNT'): Transaction {
  const fields = objectOf(value);
  const type = fields.type;
  if (type !== 'INVOKE' && type !== 'DEPLOY_ACCOUNT') throw new InvalidParams(`unknown variant \`${type}\``);
  if (expected !== undefined && type !== expected) throw new InvalidParams('Invalid transaction type');
  const fullVersion = readFelt(fields.version, 'version');
  const isQuery = fullVersion >= queryBit;
  const version = isQuery ? fullVersion - queryBit : fullVersion;
  if (version !== 3n) {
    const text = `Invalid version of ${names[type]} transaction: "${fields.version}"`;
    throw version < 3n ? new InvalidParams(text) : new Refusal(61);
  }
  for (const mode of ['nonce_data_availability_mode', 'fee_data_availability_mode']) {
    if (fields[mode] !== 'L1') throw new InvalidParams(`unknown variant of ${mode}, expected \`L1\``);
  }
  const shared = {
    version: fullVersion,
    chainId,
    nonce: readFelt(fields.nonce, 'nonce'),
    tip: readNumber(fields.tip, 'tip', 64n),
    bounds: readBounds(fields.resource_bounds),
    paymasterData: readFelts(fields.paymaster_data, 'paymaster_data'),
  };
  if (shared.paymasterData.length > 0) throw new InvalidParams('paymaster_data is not supported');
  const common = {
    version,
    isQuery,
    signature: readFelts(fields.signature, 'signature'),
    nonce: shared.nonce,
    tip: shared.tip,
    bounds: shared.bounds,
  };
  const json = {
    type,
    version: hex(fullVersion),
    signature: common.signature.map(hex),
    nonce: hex(shared.nonce),
    resource_bounds: boundsJson(shared.bounds),
    tip: hex(shared.tip),
    paymaster_data: [],
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  };
  if (type === 'INVOKE') {
    const sender = readFelt(fields.sender_address, 'sender_address');
    const calldata = readFelts(fields.calldata, 'calldata');
    const accountDeploymentData = readFelts(fields.account_deployment_data, 'account_deployment_data');
    return {
      ...common,
      type,
      address: sender,
      calldata,
      hash: invokeHash({ ...shared, sender, calldata, accountDeploymentData }),
      json: { ...json, account_deployment_data: [], sender_address: hex(sender), calldata: calldata.map(hex) },
    };
  }
  const classHash = readFelt(fields.class_hash, 'class_hash');
  const salt = readFelt(fields.contract_address_salt, 'contract_address_salt');
  const constructorCalldata = readFelts(fields.constructor_calldata, 'constructor_calldata');
  const address = contractAddress(classHash, salt, constructorCalldata);
  return {
    ...common,
    type,
    address,
    classHash,
    salt,
    constructorCalldata,
    hash: deployAccountHash({ ...shared, address, classHash, salt, constructorCalldata }),
    json: {
      ...json,
      contract_address_salt: hex(salt),
      constructor_calldata: constructorCalldata.map(hex),
      class_hash: hex(classHash),
    },
  };
}

/** A felt as the specification writes it: no leading zeros. The texts are those of starknet-devnet 0.8.1. */
export function readFelt(value: unknown, name: string): bigint {
  if (typeof value !== 'string') throw new InvalidParams(`missing field \`${name}\``);
  if (!/^0x[0-9a-fA-F]+$/.test(value)) throw new InvalidParams(`Conversion error: invalid felt in ${name}`);
  if (!/^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,62})$/.test(value)) {
    const why = 'failed to create Felt from string: hex string too big';
    throw new InvalidParams(`Conversion error: Error converting from hex string: ${why}`);
  }
  const felt = BigInt(value);
  if (felt >= prime) throw new InvalidParams(`Conversion error: the felt in ${name} is not below the prime`);
  return felt;
}

export function readFelts(value: unknown, name: string): bigint[] {
  if (!Array.isArray(value)) throw new InvalidParams(`missing field \`${name}\``);
  return value.map((item) => readFelt(item, name));
}

function readNumber(value: unknown, name: string, bits: bigint): bigint {
  const number = readFelt(value, name);
  if (number >= 2n ** bits) throw new InvalidParams(`${name} is too large`);
  return number;
}

export function objectOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidParams('expected an object');
  return value as Fields;
}

function readBounds(value: unknown): Bounds {
  const fields = objectOf(value);
  const read = (name: string) => {
    const bound = objectOf(fields[name]);
    return {
      maxAmount: readNumber(bound.max_amount, 'max_amount', 64n),
      maxPrice: readNumber(bound.max_price_per_unit, 'max_price_per_unit', 128n),
    };
  };
  return { l1: read('l1_gas'), l2: read('l2_gas'), l1Data: read('l1_data_gas') };
}

/** Bounds as the node answers them. */
export function boundsJson({ l1, l2, l1Data }: Bounds): object {
  const one = ({ maxAmount, maxPrice }: Bounds['l1']) => ({
    max_amount: hex(maxAmount),
    max_price_per_unit: hex(maxPrice),
  });
  return { l1_gas: one(l1), l1_data_gas: one(l1Data), l2_gas: one(l2) };
}
