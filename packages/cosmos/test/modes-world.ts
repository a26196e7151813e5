import type { CosmosChainId } from '../src/chains.ts';
import { namedChain } from '../src/chains.ts';
import type { CosmosOptions } from '../src/index.ts';
import { namesOn, senderKey } from './completed.ts';
import { notFound, type Routes, refusal, type ScriptedRest, scriptedRest } from './scripted-rest.ts';
import { type Told, toldBy } from './told.ts';

const auth = '/cosmos/auth/v1beta1/accounts';
const bank = '/cosmos/bank/v1beta1';
const staking = '/cosmos/staking/v1beta1';
const distribution = '/cosmos/distribution/v1beta1';

/** Shapes of cosmos-sdk 0.54, as recorded from a node in fixtures/lcd/answers.json. */
export function accountAnswer(address: string, sequence = 8n, number = 1037n): object {
  return {
    account: {
      '@type': '/cosmos.auth.v1beta1.BaseAccount',
      ...{ address, pub_key: null, account_number: String(number), sequence: String(sequence) },
    },
  };
}

export function moduleAnswer(address: string): object {
  const base_account = { address, pub_key: null, account_number: '7', sequence: '0' };
  return { account: { '@type': '/cosmos.auth.v1beta1.ModuleAccount', base_account, name: 'gov', permissions: [] } };
}

export function validatorAnswer(
  address: string,
  { jailed = false, status = 'BOND_STATUS_BONDED', tokens = '1000000', rate = '0.050000000000000000' } = {},
): object {
  return {
    validator: {
      ...{ operator_address: address, jailed, status, tokens, delegator_shares: `${tokens}.000000000000000000` },
      description: { moniker: 'one' },
      commission: { commission_rates: { rate } },
    },
  };
}

export function delegationAnswer(
  validator: string,
  amount: string,
  denom = 'uatom',
  delegator: string = namesOn('cosmoshub').sender,
): object {
  return {
    delegation_response: {
      delegation: {
        delegator_address: delegator,
        validator_address: validator,
        shares: `${amount}.000000000000000000`,
      },
      balance: { denom, amount },
    },
  };
}

/** @param pairs - Source and target of each redelegation. */
export function redelegationsAnswer(pairs: readonly (readonly [from: string, to: string])[]): object {
  return {
    redelegation_responses: pairs.map(([from, to]) => ({
      redelegation: { validator_src_address: from, validator_dst_address: to, entries: null },
      entries: [{ redelegation_entry: { completion_time: '2026-12-01T10:00:00.5Z' }, balance: '1' }],
    })),
    pagination: { next_key: null, total: String(pairs.length) },
  };
}

/** The answer to a simulation. */
export const gasUsed = (gas: number): object => ({ gas_info: { gas_wanted: '0', gas_used: String(gas) } });

/** How cosmos-sdk 0.54 refuses a simulation that fails. */
export const fails = (reason: string) =>
  refusal(
    500,
    2,
    `failed to execute message; message index: 0: ${reason} [cosmos/cosmos-sdk@v0.54.4/baseapp/baseapp.go:1025] with gas used: '61285'`,
  );

/** The paths that the modes ask, for an account with 1,000,000 of the coin on a chain with fees of 0.025 for a unit of gas. */
export function pathsOn(chainId: CosmosChainId) {
  const { sender, recipient, validator, source, contract } = namesOn(chainId);
  const { denom } = namedChain(chainId).chain;
  const spendable = (of: string) => `${bank}/spendable_balances/${sender}/by_denom?denom=${of}`;
  return {
    sender: `${auth}/${sender}`,
    recipient: `${auth}/${recipient}`,
    contractAccount: `${auth}/${contract}`,
    memoLimit: '/cosmos/auth/v1beta1/params',
    spendable: spendable(denom),
    spendableOf: spendable,
    spendableList: `${bank}/spendable_balances/${sender}?pagination.limit=1000`,
    balance: `${bank}/balances/${sender}/by_denom?denom=${denom}`,
    supplyOf: (of: string) => `${bank}/supply/by_denom?denom=${of}`,
    target: `${staking}/validators/${validator}`,
    source: `${staking}/validators/${source}`,
    delegation: `${staking}/validators/${validator}/delegations/${sender}`,
    sourceDelegation: `${staking}/validators/${source}/delegations/${sender}`,
    unbonding: `${staking}/validators/${validator}/delegations/${sender}/unbonding_delegation`,
    redelegations: `${staking}/delegators/${sender}/redelegations?pagination.limit=1000`,
    rules: `${staking}/params`,
    rewards: `${distribution}/delegators/${sender}/rewards/${validator}`,
    rewardsAddress: `${distribution}/delegators/${sender}/withdraw_address`,
    epochs: '/babylon/epoching/v1/params',
    queue: '/babylon/epoching/v1/epochs/0/messages?pagination.limit=1000',
    simulate: '/cosmos/tx/v1beta1/simulate',
    smart: (query: object) =>
      `/cosmwasm/wasm/v1/contract/${contract}/smart/${Buffer.from(JSON.stringify(query)).toString('base64')}`,
  };
}

/** A chain where all is well: the sender has 1,000,000 of the coin, and 500,000 staked with each of two validators. */
export function wellRoutes(chainId: CosmosChainId): Routes {
  const paths = pathsOn(chainId);
  const { sender, recipient, validator, source } = namesOn(chainId);
  const { denom } = namedChain(chainId).chain;
  const held = { balance: { denom, amount: '1000000' } };
  return {
    [paths.sender]: accountAnswer(sender),
    [paths.recipient]: accountAnswer(recipient, 0n, 5n),
    [paths.memoLimit]: { params: { max_memo_characters: '256' } },
    [paths.spendable]: held,
    [paths.balance]: held,
    [paths.target]: validatorAnswer(validator),
    [paths.source]: validatorAnswer(source),
    [paths.delegation]: delegationAnswer(validator, '500000', denom, sender),
    [paths.sourceDelegation]: delegationAnswer(source, '500000', denom, sender),
    [paths.unbonding]: notFound,
    [paths.redelegations]: redelegationsAnswer([]),
    [paths.rules]: { params: { unbonding_time: '1814400s', max_entries: 7, bond_denom: denom } },
    [paths.rewards]: { rewards: [{ denom, amount: '777.916964790000000000' }] },
    [paths.rewardsAddress]: { withdraw_address: sender },
    [paths.simulate]: gasUsed(100_000),
    // Only Babylon is asked. Nothing waits for the end of the epoch.
    [paths.epochs]: { params: { epoch_interval: '360', min_amount: '1' } },
    [paths.queue]: { msgs: [], pagination: { next_key: null } },
    // This is less than the 0.025 that is paid anyway. Other chains are not asked for it.
    '/feemarket/v1/gas_price/uatom': { price: { denom: 'uatom', amount: '0.005000000000000000' } },
  };
}

export interface Encoded extends Told {
  readonly node: ScriptedRest;
  /** Codes of the errors, and of the warnings. */
  readonly codes: readonly string[];
  readonly warned: readonly string[];
}

/** Encodes an intent of the sender, with the key. All is well on the node, except for the given routes. */
export async function encodeOn(
  chainId: CosmosChainId,
  intent: Readonly<Record<string, unknown>>,
  routes: Routes = {},
  options: CosmosOptions = {},
): Promise<Encoded> {
  const node = scriptedRest(chainId, { node: { ...wellRoutes(chainId), ...routes } }, options);
  const { sender } = namesOn(chainId);
  const answer = await node.chain.encode({
    ...{ senderAddress: sender, senderPubKey: senderKey },
    ...intent,
  } as never);
  const told = toldBy(answer);
  // An answer with an error must have nothing to sign.
  if (told.errors.length > 0 && told.encoded > 0) throw new Error('There is something to sign despite an error.');
  return {
    ...told,
    node,
    codes: told.errors.map(({ code }) => code),
    warned: told.warnings.map(({ code }) => code),
  };
}
