import type { Codec } from '@isochain/conformance';
import { beginCell, Cell } from '@ton/core';
import { readConfig, readWalletData, shortConfig, type WalletData, writeConfig, writeWalletData } from './layouts.ts';
import { methodCodec } from './methods.ts';
import { roleOf } from './names.ts';

// Opens answers, so that lies can be told about each account by its role, and about each field of its state.

const fromBoc = (text: string, encoding: 'base64' | 'hex') => Cell.fromBoc(Buffer.from(text, encoding))[0] as Cell;
const toBoc = (cell: Cell, encoding: 'base64' | 'hex') => cell.toBoc().toString(encoding);

/** The state of a wallet as fields, and any other state unchanged. */
function openData(text: unknown, encoding: 'base64' | 'hex'): unknown {
  if (typeof text !== 'string' || text === '') return text;
  return readWalletData(fromBoc(text, encoding)) ?? text;
}

function closeData(told: unknown, encoding: 'base64' | 'hex'): unknown {
  if (typeof told !== 'object' || told === null) return told;
  return toBoc(writeWalletData(told as WalletData), encoding);
}

interface Told {
  readonly address: string;
  readonly data_boc?: unknown;
}

/** v3: a list for each account by its role. Without an account the list is missing. */
const accountStates: Codec = {
  decode(answer) {
    const { accounts } = answer as { accounts: readonly Told[] };
    return Object.fromEntries(
      accounts.map(({ data_boc: data, ...account }) => [
        roleOf(account.address),
        [{ ...account, ...(data === undefined ? {} : { data: openData(data, 'base64') }) }],
      ]),
    );
  },
  encode(told) {
    if (typeof told !== 'object' || told === null) return told;
    const accounts = Object.values(told)
      .flat()
      .map((account) => {
        if (typeof account !== 'object' || account === null) return account;
        const { data, ...rest } = account as { data?: unknown };
        return { ...rest, ...(data === undefined ? {} : { data_boc: closeData(data, 'base64') }) };
      });
    return { accounts };
  },
};

/** Where an answer has the configuration. */
interface ConfigPlace {
  read(answer: unknown): Cell;
  write(answer: object, config: Cell): unknown;
}

interface ConfigAccount {
  readonly accounts: readonly { readonly data_boc: string }[];
}

const configPlaces: Readonly<Record<string, ConfigPlace>> = {
  // The dictionary is the first cell of the state (config-code.fc: load_data).
  'v3/accountStates config': {
    read: (answer) => fromBoc((answer as ConfigAccount).accounts[0]?.data_boc ?? '', 'base64').refs[0] as Cell,
    write: (answer, config) => ({
      ...answer,
      accounts: ((answer as Partial<ConfigAccount>).accounts ?? []).map((account) => ({
        ...account,
        data_boc: toBoc(new Cell({ refs: [config] }), 'base64'),
      })),
    }),
  },
  'v2/getAddressInformation config': {
    read: (answer) => fromBoc((answer as { result: { data: string } }).result.data, 'base64').refs[0] as Cell,
    write: (answer, config) => ({
      ...answer,
      result: { ...(answer as { result?: object }).result, data: toBoc(new Cell({ refs: [config] }), 'base64') },
    }),
  },
  'tonapi/blockchain/config': {
    read: (answer) => fromBoc((answer as { raw: string }).raw, 'hex').refs[0] as Cell,
    write: (answer, config) => ({
      ...answer,
      raw: toBoc(beginCell().storeBuffer(Buffer.alloc(32, 0x55)).storeRef(config).endCell(), 'hex'),
    }),
  },
};

/** An answer with the params that the family reads, if it has the configuration. */
export function shortened(name: string, text: string): string {
  const place = configPlaces[name];
  if (place === undefined) return text;
  const answer = JSON.parse(text) as object;
  return JSON.stringify(place.write(answer, shortConfig(place.read(answer))));
}

/** All worlds have the same configuration. What is not among the fields comes from here. */
let config: Cell = Cell.EMPTY;

/** The configuration as fields. */
const configs = Object.fromEntries(
  Object.entries(configPlaces).map(([name, { read, write }]): [string, Codec] => {
    let whole: object = {};
    return [
      name,
      {
        decode(answer) {
          whole = answer as object;
          config = read(answer);
          return { config: readConfig(config) };
        },
        encode(told) {
          const { config: changed } = (told ?? {}) as { config?: object };
          return changed === undefined ? {} : write(whole, writeConfig(config, changed));
        },
      },
    ];
  }),
);

const dataIn = (encoding: 'base64' | 'hex'): Codec => ({
  decode: (data) => openData(data, encoding),
  encode: (told) => closeData(told, encoding),
});

const methods = {
  token: ['get_wallet_address'],
  wallet: ['get_wallet_data'],
  pool: ['get_pool_full_data', 'get_pool_full_data_raw'],
} as const;

const methodCodecs = Object.fromEntries(
  Object.entries(methods).flatMap(([role, names]) =>
    names.flatMap((name) => [
      [`v3/runGetMethod ${role} ${name}`, methodCodec('v3')],
      [`v2/runGetMethod ${role} ${name}`, methodCodec('v2')],
      [`tonapi/blockchain/accounts/${role}/methods/${name}`, methodCodec('tonapi')],
    ]),
  ),
) as Readonly<Record<string, Codec>>;

export const codecs: Readonly<Record<string, Codec>> = {
  ...methodCodecs,
  ...configs,
  'v3/accountStates': accountStates,
  'v2/getAddressInformation sender.result.data': dataIn('base64'),
  'tonapi/blockchain/accounts/sender.data': dataIn('hex'),
};
