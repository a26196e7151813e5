import { hash } from 'starknet';
import { type Address, toAddress } from '../address/address.ts';
import { shortString } from '../felt.ts';
import type { NodeTransaction } from '../upstream/transaction-schema.ts';

// The id of a transaction is the hash of all that was signed. So a node that shows another transaction under an id is found out.

const poseidon = (felts: readonly bigint[]) => BigInt(hash.computePoseidonHashOnElements([...felts]));

/** The longest calldata that is hashed, in felts: some hundredths of a second. Everything that the service makes is far shorter. */
export const longestProven = 256;

/**
 * Whether the id follows from the transaction. True for those that are not checked: other versions than 3, transactions that no account sent, and those with
 * long calldata.
 *
 * @param chain - The number of the chain.
 */
export function provesItsId(transaction: NodeTransaction, chain: bigint): boolean {
  const { type, version, transaction_hash, calldata, constructor_calldata: deployed } = transaction;
  if (version !== 3n || (type !== 'INVOKE' && type !== 'DEPLOY_ACCOUNT')) return true;
  if ((calldata?.length ?? 0) > longestProven || (deployed?.length ?? 0) > longestProven) return true;
  return hashesOf(transaction, chain).includes(BigInt(transaction_hash));
}

/**
 * What the id may be (docs.starknet.io, "Transactions": version 3). Transactions with two bounds have another hash (starkware-libs/sequencer,
 * crates/starknet_api/src/transaction_hash.rs: `ValidResourceBounds::L1Gas`). Nodes show them with a third bound of 0.
 */
function hashesOf(transaction: NodeTransaction, chain: bigint): bigint[] {
  const { resource_bounds: bounds, type, version, nonce, proof_facts: facts } = transaction;
  const isInvoke = type === 'INVOKE';
  const sender = senderOf(transaction);
  if (!bounds || sender === undefined || typeof nonce !== 'bigint') return [];
  const own = isInvoke ? invokePart(transaction) : deployPart(transaction);
  if (own === undefined) return [];
  const { l1_gas, l2_gas, l1_data_gas: data = { max_amount: 0n, max_price_per_unit: 0n } } = bounds;
  const named = (name: string, of: typeof l1_gas) =>
    (shortString(name) << 192n) + (of.max_amount << 128n) + of.max_price_per_unit;
  const two = [transaction.tip ?? 0n, named('L1_GAS', l1_gas), named('L2_GAS', l2_gas)];
  const withoutData = data === null || (data.max_amount === 0n && data.max_price_per_unit === 0n);
  const paymaster = poseidon(transaction.paymaster_data ?? []);
  return [data === null ? two : [...two, named('L1_DATA', data)], ...(withoutData ? [two] : [])].map((fees) =>
    poseidon([
      shortString(isInvoke ? 'invoke' : 'deploy_account'),
      version,
      BigInt(sender),
      poseidon(fees),
      paymaster,
      chain,
      nonce,
      (modeOf(transaction.nonce_data_availability_mode) << 32n) + modeOf(transaction.fee_data_availability_mode),
      ...own,
      ...(facts && facts.length > 0 ? [poseidon(facts)] : []),
    ]),
  );
}

function modeOf(mode: 'L1' | 'L2' | null | undefined): bigint {
  return mode === 'L2' ? 1n : 0n;
}

function invokePart({ calldata, account_deployment_data: deployment }: NodeTransaction): bigint[] | undefined {
  return calldata ? [poseidon(deployment ?? []), poseidon(calldata)] : undefined;
}

function deployPart(transaction: NodeTransaction): bigint[] | undefined {
  const { constructor_calldata: calldata, class_hash: classHash, contract_address_salt: salt } = transaction;
  if (!calldata || typeof classHash !== 'bigint' || typeof salt !== 'bigint') return undefined;
  return [poseidon(calldata), classHash, salt];
}

/** The account that sent it. A deployment names none: its address follows from the other fields. Undefined if there is no account. */
export function senderOf(transaction: NodeTransaction): Address | undefined {
  const { type, sender_address: sender, contract_address: contract } = transaction;
  if (type === 'DEPLOY_ACCOUNT') {
    const { class_hash: classHash, contract_address_salt: salt, constructor_calldata: calldata } = transaction;
    if (typeof classHash !== 'bigint' || typeof salt !== 'bigint' || !calldata) return undefined;
    return toAddress(BigInt(hash.calculateContractAddressFromHash(salt, classHash, calldata, 0)));
  }
  // Nobody signed a message from layer 1, and in version 0 only the contract is named.
  if (type === 'L1_HANDLER' || type === 'DEPLOY') return undefined;
  const number = sender ?? contract ?? undefined;
  return number === undefined ? undefined : toAddress(number);
}
