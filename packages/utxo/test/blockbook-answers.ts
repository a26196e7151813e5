import facts from '../fixtures/blockbook.json' with { type: 'json' };

// Facts of recorded answers (fixtures/README.md), spelled as Blockbook does.

/** An input or an output. */
interface Side {
  readonly txid?: string;
  readonly vout?: number;
  readonly value: string;
  readonly script?: string;
  readonly address?: string;
  /** The text in place of the address if the script has no address. */
  readonly shownAs?: string;
  readonly own?: boolean;
  readonly sequence?: number;
}

interface Transaction {
  readonly txid: string;
  readonly version?: number;
  /** Absent in the mempool. */
  readonly height?: number;
  readonly confirmations: number;
  readonly time: number;
  readonly fee: string;
  readonly inputs: readonly Side[];
  readonly outputs: readonly Side[];
}

interface Account {
  readonly balance: string;
  readonly unconfirmedBalance: string;
  readonly txs: number;
  readonly unconfirmedTxs: number;
  /** Addresses of an extended key, by path. */
  readonly addresses?: Readonly<Record<string, string>>;
  readonly transactions?: readonly Transaction[];
}

const { accounts, transactions, coins, feeRates, refusals } = facts;
const answers: Readonly<Record<string, unknown>> = {
  ...mapped(accounts as Readonly<Record<string, Account>>, spellAccount),
  ...mapped(transactions as Readonly<Record<string, Transaction>>, spellTransaction),
  ...coins,
  ...mapped(feeRates, (result) => ({ result })),
  ...mapped(refusals, (error) => ({ error })),
};

/** The body of a recorded answer. A new copy, without the members that are undefined. */
// biome-ignore lint/suspicious/noExplicitAny: as a server answers
export function blockbookAnswer(name: string): any {
  const found = answers[name];
  if (found === undefined) throw new Error(`no answer ${name}`);
  return JSON.parse(JSON.stringify(found));
}

function mapped<T>(all: Readonly<Record<string, T>>, spell: (one: T) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, spell(one)]));
}

function spellAccount({ addresses, transactions: own, ...totals }: Account) {
  return {
    page: 1,
    ...totals,
    transactions: own?.map(spellTransaction),
    tokens: addresses && Object.entries(addresses).map(([path, name]) => ({ name, path })),
  };
}

function spellTransaction({ txid, version, height, confirmations, time, fee, inputs, outputs }: Transaction) {
  return {
    ...{ txid, version, confirmations, fees: fee, blockTime: time, blockHeight: height ?? -1 },
    vin: inputs.map(spellSide),
    vout: outputs.map(spellSide),
  };
}

function spellSide({ script, address, shownAs, own, ...rest }: Side, n: number) {
  return { ...rest, n, hex: script, addresses: [address ?? shownAs], isAddress: address !== undefined, isOwn: own };
}
