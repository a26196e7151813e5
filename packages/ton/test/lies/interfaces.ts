import type { TonKind } from '../../src/options.ts';

/** Names of the same facts in the answers of each interface. */
export interface Interface {
  readonly kind: TonKind;
  readonly config: string;
  /** The account that sends, and who receives. */
  readonly sender: AccountNames;
  readonly recipient: AccountNames;
  /** When the sender's storage was paid for. */
  readonly paidAt: string;
  /** Of the latest block. */
  readonly time: string;
  /** The answer of a get method: with its stack, from which numbers and addresses are named by their place. */
  method(role: string, name: string): string;
  /** Names of scenes over this interface. */
  over(names: readonly string[]): string[];
}

interface AccountNames {
  readonly account: string;
  readonly balance: string;
  readonly status: string;
  readonly code: string;
  /** The state as fields. */
  readonly data: string;
  readonly lt: string;
}

/** The name of a scene over an interface. */
export function nameOver(name: string, kind: TonKind): string {
  return kind === 'toncenter-v3' ? name : `${name} over ${kind}`;
}

const over =
  (kind: TonKind) =>
  (names: readonly string[]): string[] =>
    names.map((name) => nameOver(name, kind));

const inV3 = (role: string): AccountNames => {
  const account = `v3/accountStates.${role}[]`;
  return {
    account,
    ...{ balance: `${account}.balance`, status: `${account}.status`, code: `${account}.code_boc` },
    ...{ data: `${account}.data`, lt: `${account}.last_transaction_lt` },
  };
};

const inV2 = (role: string): AccountNames => {
  const account = `v2/getAddressInformation ${role}.result`;
  return {
    account,
    ...{ balance: `${account}.balance`, status: `${account}.state`, code: `${account}.code` },
    ...{ data: `${account}.data`, lt: `${account}.last_transaction_id.lt` },
  };
};

const inTonapi = (role: string): AccountNames => {
  const account = `tonapi/blockchain/accounts/${role}`;
  return {
    account,
    ...{ balance: `${account}.balance`, status: `${account}.status`, code: `${account}.code` },
    ...{ data: `${account}.data`, lt: `${account}.last_transaction_lt` },
  };
};

export const interfaces: Readonly<Record<TonKind, Interface>> = {
  'toncenter-v3': {
    method: (role, name) => `v3/runGetMethod ${role} ${name}`,
    ...{ kind: 'toncenter-v3', over: over('toncenter-v3'), config: 'v3/accountStates config.config' },
    ...{ sender: inV3('sender'), recipient: inV3('recipient') },
    ...{ paidAt: 'v3/transactions.transactions[].now', time: 'v3/masterchainInfo.last.gen_utime' },
  },
  'toncenter-v2': {
    method: (role, name) => `v2/runGetMethod ${role} ${name}`,
    ...{ kind: 'toncenter-v2', over: over('toncenter-v2'), config: 'v2/getAddressInformation config.config' },
    ...{ sender: inV2('sender'), recipient: inV2('recipient') },
    ...{ paidAt: 'v2/getTransactions sender.result[].utime', time: 'v2/getAddressInformation other.result.sync_utime' },
  },
  tonapi: {
    method: (role, name) => `tonapi/blockchain/accounts/${role}/methods/${name}`,
    ...{ kind: 'tonapi', over: over('tonapi'), config: 'tonapi/blockchain/config.config' },
    ...{ sender: inTonapi('sender'), recipient: inTonapi('recipient') },
    ...{
      paidAt: 'tonapi/blockchain/accounts/sender.storage.last_paid',
      time: 'tonapi/blockchain/masterchain-head.gen_utime',
    },
  },
};
