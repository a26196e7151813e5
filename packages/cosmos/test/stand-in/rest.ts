import { parameters } from '../registration.ts';
import { keyTypes } from './keys.ts';
import type { Account, Ledger, MinedTransaction } from './ledger.ts';
import { type StandInMessage, stakerOf } from './messages.ts';
import { MessageError, type StandInChain, type StandInValidator } from './types.ts';

// The REST interface (LCD) of the stand-in: the queries that wallets use, in the shapes of cosmos-sdk 0.54 (proto/cosmos/*/v1beta1/query.proto).

/** gRPC status codes, and the HTTP statuses of grpc-gateway for them. */
const refusals = { unknown: [500, 2], notFound: [404, 5], unimplemented: [501, 12], internal: [500, 13] } as const;

class Refusal extends Error {
  readonly kind: keyof typeof refusals;

  constructor(kind: keyof typeof refusals, message: string) {
    super(message);
    this.kind = kind;
  }
}

type Route = readonly [
  RegExp,
  (ledger: Ledger, groups: readonly string[], query: URLSearchParams, body: unknown) => unknown,
];

const pagination = (total: number) => ({ next_key: null, total: String(total) });

/** Answers the price of gas as the chain's fee model does. Nodes with another fee model do not know the question. */
function priceRoute(
  path: RegExp,
  feeModel: StandInChain['feeModel'],
  words: (price: string, denom: string) => unknown,
): Route {
  return [
    path,
    ({ chain }) => {
      if (chain.feeModel !== feeModel) throw new Refusal('unimplemented', 'Not Implemented');
      return words(decimalText(chain.minGasPrice), chain.denom);
    },
  ];
}

/** @param value - In units of 10^-18. */
function decimalText(value: bigint): string {
  const digits = value.toString().padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
}

const registrationRoutes: readonly Route[] = [
  [/^\/babylon\/btcstaking\/v1\/params_versions$/, () => ({ params: [{ version: 0, params: parameters() }] })],
  [/^\/babylon\/btclightclient\/v1\/tip$/, () => ({ header: { height: 250_000 } })],
  [
    /^\/babylon\/btcstaking\/v1\/btc_delegation\/(\w+)$/,
    () => {
      throw new Refusal('notFound', 'the BTC delegation is not found');
    },
  ],
];

const priceRoutes: readonly Route[] = [
  priceRoute(/^\/injective\/txfees\/v1beta1\/params$/, 'injective-base-fee', (price) => ({
    params: { max_gas_wanted_per_tx: '30000000', min_gas_price: price },
  })),
  priceRoute(/^\/feemarket\/v1\/gas_price\/\w+$/, 'feemarket', (amount, denom) => ({ price: { denom, amount } })),
  priceRoute(/^\/osmosis\/txfees\/v1beta1\/cur_eip_base_fee$/, 'osmosis-base-fee', (price) => ({ base_fee: price })),
  priceRoute(/^\/injective\/txfees\/v1beta1\/cur_eip_base_fee$/, 'injective-base-fee', (price) => ({
    base_fee: { base_fee: price },
  })),
  priceRoute(/^\/celestia\/minfee\/v1\/min_gas_price$/, 'celestia-minfee', (price) => ({
    network_min_gas_price: price,
  })),
  priceRoute(/^\/ethermint\/feemarket\/v1\/base_fee$/, 'ethermint-feemarket', (price) => ({
    base_fee: price.split('.')[0],
  })),
  priceRoute(/^\/ethermint\/feemarket\/v1\/params$/, 'ethermint-feemarket', (price) => ({
    params: { min_gas_price: price },
  })),
];

const routes: readonly Route[] = [
  [
    /^\/cosmos\/base\/tendermint\/v1beta1\/node_info$/,
    ({ chain }) => ({ default_node_info: { network: chain.nativeId } }),
  ],
  [
    /^\/cosmos\/base\/node\/v1beta1\/status$/,
    ({ height, now }) => ({ height: String(height), timestamp: new Date(now()).toISOString() }),
  ],
  [
    /^\/cosmos\/auth\/v1beta1\/params$/,
    () => ({ params: { max_memo_characters: '256', tx_size_cost_per_byte: '10' } }),
  ],
  [
    /^\/cosmos\/auth\/v1beta1\/accounts\/(\w+)$/,
    (ledger, [address = '']) => {
      const account = ledger.accounts.get(address);
      if (account === undefined) throw new Refusal('notFound', `account ${address} not found`);
      return { account: accountJson(ledger, address, account) };
    },
  ],
  ...priceRoutes,
  ...registrationRoutes,
  [
    /^\/cosmos\/bank\/v1beta1\/(balances|spendable_balances)\/(\w+)\/by_denom$/,
    (ledger, [what, address = ''], query) => {
      const denom = query.get('denom') ?? '';
      const amount = what === 'balances' ? ledger.balance(address, denom) : ledger.spendable(address, denom);
      return { balance: { denom, amount: String(amount) } };
    },
  ],
  [
    /^\/cosmos\/bank\/v1beta1\/(balances|spendable_balances)\/(\w+)$/,
    (ledger, [what, address = '']) => {
      const balances = ledger.balances(address).map(({ denom, amount }) => ({
        denom,
        amount: String(what === 'balances' ? amount : ledger.spendable(address, denom)),
      }));
      return { balances, pagination: pagination(balances.length) };
    },
  ],
  [
    /^\/babylon\/epoching\/v1\/params$/,
    (ledger) => {
      if (ledger.chain.wrapsStaking !== true) throw new Refusal('unimplemented', 'Not Implemented');
      return { params: { epoch_interval: '360', min_amount: String(ledger.minStake) } };
    },
  ],
  [
    /^\/cosmos\/bank\/v1beta1\/supply\/by_denom$/,
    (ledger, _, query) => {
      const denom = query.get('denom') ?? '';
      const held = [...ledger.accounts.keys()].map((address) => ledger.balance(address, denom));
      return { amount: { denom, amount: String(held.reduce((sum, each) => sum + each, 0n)) } };
    },
  ],
  [
    // No denomination has a description, and none came over IBC.
    /^\/cosmos\/bank\/v1beta1\/denoms_metadata_by_query_string$|^\/ibc\/apps\/transfer\/v1\/denoms\/[0-9A-F]{64}$/,
    () => {
      throw new Refusal('notFound', 'denomination not found');
    },
  ],
  [
    // Wrapped messages are carried out at once here, so none ever waits.
    /^\/babylon\/epoching\/v1\/epochs\/0\/messages$/,
    () => ({ msgs: [], pagination: pagination(0) }),
  ],
  [
    // babylonlabs-io/babylon x/incentive/types/errors.go: ErrRewardGaugeNotFound
    /^\/babylon\/incentive\/address\/(\w+)\/reward_gauge$/,
    (ledger, [address = '']) => {
      const gauges = [...ledger.gaugesOf(address)];
      if (gauges.length === 0) throw new Refusal('unknown', 'codespace incentive code 1101: reward gauge not found');
      const coins = (amount: bigint) => (amount === 0n ? [] : [{ denom: ledger.chain.denom, amount: String(amount) }]);
      return {
        reward_gauges: Object.fromEntries(
          gauges.map(([kind, { earned, taken }]) => [kind, { coins: coins(earned), withdrawn_coins: coins(taken) }]),
        ),
      };
    },
  ],
  [
    /^\/babylon\/incentive\/delegators\/(\w+)\/withdraw_address$/,
    (_, [delegator = '']) => ({ withdraw_address: delegator }),
  ],
  [
    /^\/cosmwasm\/wasm\/v1\/contract\/(\w+)\/smart\/(.+)$/,
    ({ contracts }, [address = '', query = '']) => {
      if (contracts === undefined) throw new Refusal('unimplemented', 'Not Implemented');
      const contract = contracts.get(address);
      // CosmWasm/wasmd x/wasm/types/errors.go: ErrNoSuchContractFn, ErrQueryFailed
      if (contract === undefined)
        throw new Refusal('unknown', `codespace wasm code 22: no such contract: address ${address}`);
      const asked = JSON.parse(Buffer.from(query, 'base64').toString()) as { balance?: { address: string } };
      const { token, balances } = contract;
      if (token === undefined) {
        const [name] = Object.keys(asked);
        throw new Refusal(
          'unknown',
          `codespace wasm code 9: query wasm contract failed: Error parsing into type cw721_base::msg::QueryMsg: unknown variant \`${name}\``,
        );
      }
      if (asked.balance === undefined) return { data: { ...token, total_supply: '1' } };
      return { data: { balance: String(balances.get(asked.balance.address) ?? 0n) } };
    },
  ],
  [
    /^\/cosmos\/staking\/v1beta1\/params$/,
    ({ chain }) => ({
      params: {
        unbonding_time: `${chain.unbondingMs / 1000}s`,
        max_validators: 100,
        max_entries: 7,
        bond_denom: chain.denom,
      },
    }),
  ],
  [
    /^\/cosmos\/staking\/v1beta1\/validators$/,
    ({ validators }, _, query) => {
      const status = query.get('status') ?? '';
      const found = validators.filter((each) => status === '' || each.status === status);
      const from = Number(Buffer.from(query.get('pagination.key') ?? '', 'base64').toString() || 0);
      const limit = Number(query.get('pagination.limit') ?? 100);
      const end = from + limit;
      const nextKey = end < found.length ? Buffer.from(String(end)).toString('base64') : null;
      return {
        validators: found.slice(from, end).map(validatorJson),
        pagination: { next_key: nextKey, total: String(found.length) },
      };
    },
  ],
  [
    /^\/cosmos\/staking\/v1beta1\/validators\/(\w+)$/,
    ({ validators }, [operator = '']) => {
      const found = validators.find((each) => each.operator === operator);
      if (found === undefined)
        throw new Refusal('notFound', `rpc error: code = NotFound desc = validator ${operator} not found`);
      return { validator: validatorJson(found) };
    },
  ],
  [
    /^\/cosmos\/staking\/v1beta1\/validators\/(\w+)\/delegations\/(\w+)$/,
    (ledger, [validator = '', delegator = '']) => {
      const amount = ledger.delegation(delegator, validator);
      if (amount === 0n) {
        throw new Refusal(
          'notFound',
          `rpc error: code = NotFound desc = delegation with delegator ${delegator} not found for validator ${validator}`,
        );
      }
      return { delegation_response: delegationJson(ledger, delegator, { validator, amount }) };
    },
  ],
  [
    /^\/cosmos\/staking\/v1beta1\/validators\/(\w+)\/delegations\/(\w+)\/unbonding_delegation$/,
    (ledger, [validator = '', delegator = '']) => {
      const [found] = unbondingsJson(ledger, delegator).filter((each) => each.validator_address === validator);
      if (found === undefined) {
        throw new Refusal(
          'notFound',
          `rpc error: code = NotFound desc = unbonding delegation with delegator ${delegator} not found for validator ${validator}`,
        );
      }
      return { unbond: found };
    },
  ],
  [
    /^\/cosmos\/staking\/v1beta1\/delegations\/(\w+)$/,
    (ledger, [delegator = '']) => {
      const found = ledger.delegationsOf(delegator).map((each) => delegationJson(ledger, delegator, each));
      return { delegation_responses: found, pagination: pagination(found.length) };
    },
  ],
  [
    /^\/cosmos\/staking\/v1beta1\/delegators\/(\w+)\/unbonding_delegations$/,
    (ledger, [delegator = '']) => {
      const found = unbondingsJson(ledger, delegator);
      return { unbonding_responses: found, pagination: pagination(found.length) };
    },
  ],
  [
    /^\/cosmos\/staking\/v1beta1\/delegators\/(\w+)\/redelegations$/,
    (ledger, [delegator = '']) => {
      const found = ledger.redelegations.filter((each) => each.delegator === delegator);
      const responses = found.map(({ source, target, endsAt }) => ({
        redelegation: {
          delegator_address: delegator,
          validator_src_address: source,
          validator_dst_address: target,
          entries: null,
        },
        entries: [
          { redelegation_entry: { creation_height: 1, completion_time: new Date(endsAt).toISOString() }, balance: '0' },
        ],
      }));
      return { redelegation_responses: responses, pagination: pagination(found.length) };
    },
  ],
  [
    /^\/cosmos\/distribution\/v1beta1\/delegators\/(\w+)\/rewards$/,
    (ledger, [delegator = '']) => {
      const rewards = ledger.delegationsOf(delegator).map(({ validator }) => ({
        validator_address: validator,
        reward: rewardJson(ledger, delegator, validator),
      }));
      return { rewards, total: rewards.flatMap(({ reward }) => reward) };
    },
  ],
  [
    /^\/cosmos\/distribution\/v1beta1\/delegators\/(\w+)\/rewards\/(\w+)$/,
    (ledger, [delegator = '', validator = '']) => {
      if (ledger.delegation(delegator, validator) === 0n) {
        throw new Refusal('unknown', 'codespace staking code 19: no delegation for (address, validator) tuple');
      }
      return { rewards: rewardJson(ledger, delegator, validator) };
    },
  ],
  [
    /^\/cosmos\/distribution\/v1beta1\/delegators\/(\w+)\/withdraw_address$/,
    (_, [delegator = '']) => ({ withdraw_address: delegator }),
  ],
  [
    /^\/cosmos\/tx\/v1beta1\/simulate$/,
    (ledger, _, __, body) => {
      try {
        const gasUsed = ledger.simulate(bytesOf(body));
        return { gas_info: { gas_wanted: '18446744073709551615', gas_used: String(gasUsed) }, result: {} };
      } catch (error) {
        if (!(error instanceof MessageError)) throw error;
        throw new Refusal(
          'unknown',
          `${error.message} [cosmos/cosmos-sdk@v0.54.4/baseapp/baseapp.go:1065] with gas used: '64757'`,
        );
      }
    },
  ],
  [
    /^\/provenance\/tx\/v1\/calculate_flat_fee$/,
    (ledger, _, __, body) => {
      const { chain } = ledger;
      if (chain.feeModel !== 'provenance-flat') throw new Refusal('unimplemented', 'Not Implemented');
      try {
        const gasUsed = ledger.simulate(bytesOf(body));
        return { total_fees: [{ denom: chain.denom, amount: '19050000' }], estimated_gas: String(gasUsed) };
      } catch (error) {
        if (!(error instanceof MessageError)) throw error;
        throw new Refusal('unknown', error.message);
      }
    },
  ],
  [
    /^\/cosmos\/tx\/v1beta1\/txs$/,
    (ledger, _, query, body) => {
      if (body === undefined) return search(ledger, query);
      const { hash, code, codespace, log } = ledger.send(bytesOf(body));
      return {
        tx_response: { height: '0', txhash: hash, codespace, code, data: '', raw_log: log, logs: [], events: [] },
      };
    },
  ],
  [
    /^\/cosmos\/tx\/v1beta1\/txs\/([0-9A-F]{64})$/,
    (ledger, [hash = '']) => {
      const found = ledger.transactions.find((each) => each.hash === hash);
      if (found === undefined) throw new Refusal('notFound', `tx not found: ${hash}`);
      return { tx: txJson(ledger, found), tx_response: responseJson(ledger, found) };
    },
  ],
];

/** Answers a request to the REST interface. */
export function answerRest(ledger: Ledger, path: string, query: URLSearchParams, body: unknown): Response {
  ledger.settle();
  for (const [pattern, answer] of routes) {
    const groups = pattern.exec(path);
    if (groups === null) continue;
    try {
      return Response.json(answer(ledger, groups.slice(1), query, body));
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      return refused(new Refusal('internal', String(error)));
    }
  }
  return refused(new Refusal('unimplemented', 'Not Implemented'));
}

function refused({ kind, message }: Refusal): Response {
  const [status, code] = refusals[kind];
  return Response.json({ code, message, details: [] }, { status });
}

function bytesOf(body: unknown): Uint8Array {
  return Buffer.from((body as { tx_bytes: string }).tx_bytes, 'base64');
}

function accountJson(
  { chain, modules, vesting }: Ledger,
  address: string,
  { number, sequence, publicKey }: Account,
): object {
  const key = publicKey && { '@type': keyTypes[chain.keys], key: Buffer.from(publicKey).toString('base64') };
  const base = { address, pub_key: key ?? null, account_number: String(number), sequence: String(sequence) };
  const module = modules.get(address);
  if (module !== undefined)
    return { '@type': '/cosmos.auth.v1beta1.ModuleAccount', base_account: base, name: module, permissions: [] };
  const locked = vesting.get(address);
  if (locked !== undefined) {
    const coins = [{ denom: chain.denom, amount: String(locked) }];
    const account = { base_account: base, original_vesting: coins, delegated_free: [], delegated_vesting: [] };
    return {
      '@type': '/cosmos.vesting.v1beta1.DelayedVestingAccount',
      base_vesting_account: { ...account, end_time: '4000000000' },
    };
  }
  if (chain.keys === 'secp256k1') return { '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base };
  const type = chain.keys === 'injective' ? '/injective.types.v1beta1.EthAccount' : '/ethermint.types.v1.EthAccount';
  return { '@type': type, base_account: base, code_hash: '' };
}

function validatorJson({ operator, moniker, commission, tokens, jailed, status }: StandInValidator): object {
  return {
    ...{
      operator_address: operator,
      jailed,
      status,
      tokens: String(tokens),
      delegator_shares: `${tokens}.000000000000000000`,
    },
    description: { moniker, identity: '', website: '', security_contact: '', details: '' },
    commission: {
      commission_rates: { rate: commission, max_rate: '1.000000000000000000', max_change_rate: '0.010000000000000000' },
    },
  };
}

function delegationJson(
  { chain }: Ledger,
  delegator: string,
  { validator, amount }: { validator: string; amount: bigint },
): object {
  return {
    delegation: { delegator_address: delegator, validator_address: validator, shares: `${amount}.000000000000000000` },
    balance: { denom: chain.denom, amount: String(amount) },
  };
}

function unbondingsJson({ unbondings }: Ledger, delegator: string) {
  const own = unbondings.filter((each) => each.delegator === delegator);
  return [...new Set(own.map(({ validator }) => validator))].map((validator) => ({
    delegator_address: delegator,
    validator_address: validator,
    entries: own
      .filter((each) => each.validator === validator)
      .map(({ amount, endsAt }) => ({
        ...{ creation_height: '1', completion_time: new Date(endsAt).toISOString() },
        ...{
          initial_balance: String(amount),
          balance: String(amount),
          unbonding_id: '1',
          unbonding_on_hold_ref_count: '0',
        },
      })),
  }));
}

function rewardJson(ledger: Ledger, delegator: string, validator: string): object[] {
  const amount = ledger.reward(delegator, validator);
  return amount === 0n ? [] : [{ denom: ledger.chain.denom, amount: `${amount}.500000000000000000` }];
}

/** Conditions of a search: `message.sender='A' AND tx.height<=9`. */
function search(ledger: Ledger, query: URLSearchParams): unknown {
  const text = query.get('query');
  if (text === null || text === '') throw new Refusal('unknown', 'query cannot be empty');
  const conditions = text.split(' AND ').map((condition) => {
    const [, key = '', operator = '', value = ''] = /^([\w.]+)(<=|>=|=)'?([^']*)'?$/.exec(condition.trim()) ?? [];
    return { key, operator, value };
  });
  const found = ledger.transactions
    .filter((mined) =>
      conditions.every(({ key, operator, value }) => {
        if (key === 'tx.height')
          return operator === '<=' ? mined.height <= Number(value) : mined.height >= Number(value);
        const [type, name] = key.split('.');
        return mined.events.some(
          (each) => each.type === type && each.attributes.some((a) => a.key === name && a.value === value),
        );
      }),
    )
    .toReversed();
  const limit = Number(query.get('limit') ?? query.get('pagination.limit') ?? 100);
  const page = Number(query.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(found.length / limit));
  if (page > pages) throw new Refusal('internal', `page should be within [1, ${pages}] range, given ${page}`);
  const shown = found.slice((page - 1) * limit, page * limit);
  return {
    txs: shown.map((mined) => txJson(ledger, mined)),
    tx_responses: shown.map((mined) => responseJson(ledger, mined)),
    pagination: null,
    total: String(found.length),
  };
}

function txJson({ chain }: Ledger, { body, authInfo, messages }: MinedTransaction): object {
  const [signer] = authInfo.signerInfos;
  const key = signer?.publicKey && {
    '@type': keyTypes[chain.keys],
    key: Buffer.from(signer.publicKey.value.subarray(2)).toString('base64'),
  };
  return {
    body: { messages: messages.map(messageJson), memo: body.memo, timeout_height: '0' },
    auth_info: {
      signer_infos: [
        {
          public_key: key,
          mode_info: { single: { mode: 'SIGN_MODE_DIRECT' } },
          sequence: String(signer?.sequence ?? 0n),
        },
      ],
      fee: {
        amount: authInfo.fee?.amount ?? [],
        gas_limit: String(authInfo.fee?.gasLimit ?? 0n),
        payer: '',
        granter: '',
      },
    },
    signatures: [''],
  };
}

function messageJson(message: StandInMessage): object {
  const { type } = message;
  const json = plainJson(message);
  return type.includes('.MsgWrapped') ? { '@type': type, msg: json } : { '@type': type, ...json };
}

function plainJson(message: StandInMessage): object {
  switch (message.kind) {
    case 'send':
      return {
        from_address: message.value.fromAddress,
        to_address: message.value.toAddress,
        amount: message.value.amount,
      };
    case 'delegate':
    case 'undelegate': {
      const { delegatorAddress, validatorAddress, amount } = message.value;
      return { delegator_address: delegatorAddress, validator_address: validatorAddress, amount };
    }
    case 'redelegate': {
      const { delegatorAddress, validatorSrcAddress, validatorDstAddress, amount } = message.value;
      return {
        delegator_address: delegatorAddress,
        validator_src_address: validatorSrcAddress,
        validator_dst_address: validatorDstAddress,
        amount,
      };
    }
    case 'claim':
      return { delegator_address: message.value.delegatorAddress, validator_address: message.value.validatorAddress };
    case 'claimBitcoin':
      return message.value;
    case 'registerStake':
      return { staker_addr: stakerOf(message.value) };
    case 'other':
      return {};
  }
}

function responseJson(ledger: Ledger, mined: MinedTransaction): object {
  const { hash, height, time, code, log, gasWanted, gasUsed, events } = mined;
  return {
    ...{
      height: String(height),
      txhash: hash,
      codespace: code === 0 ? '' : 'sdk',
      code,
      data: '',
      raw_log: log,
      logs: [],
      info: '',
    },
    ...{
      gas_wanted: String(gasWanted),
      gas_used: String(gasUsed),
      tx: { '@type': '/cosmos.tx.v1beta1.Tx', ...txJson(ledger, mined) },
    },
    timestamp: new Date(time).toISOString(),
    events: events.map(({ type, attributes }) => ({
      type,
      attributes: attributes.map((each) => ({ ...each, index: true })),
    })),
  };
}
