import type { FeltHex } from '../felt.ts';

// The contracts that accounts are made of. An account tells its class, and the class decides how it signs.

/** How an account wants its signature. */
export type SignatureLayout =
  /** `[1, 0, key, r, s]`: one signature, of a Stark key (argentlabs/argent-contracts-starknet, docs/argent_account.md). */
  | 'signers'
  /** `[r, s]`. */
  | 'plain';

/** Which questions an account answers about who signs for it. */
export type AccountKind = 'argent' | 'openzeppelin' | 'braavos';

export interface AccountClass {
  readonly kind: AccountKind;
  /** For people. */
  readonly name: string;
  readonly layout: SignatureLayout;
  /** Whether the class verifies a made-up signature of the query version without failing, so that an estimate holds its cost. */
  readonly estimates: 'with a dummy' | 'without validation';
  /** Gas of layer 2 for what the estimate leaves out. */
  readonly surcharge: bigint;
  readonly classHash: FeltHex;
}

/** Names of the classes in `params`. */
export const classNames = [
  'argent-0.3.1',
  'argent-0.4.0',
  'argent-0.5.0',
  'openzeppelin-0.17',
  'openzeppelin-1.0.0',
  'braavos-1.0.0-rc',
  'braavos-1.0.0',
  'braavos-1.1.0',
  'braavos-1.2.0',
] as const;

export type ClassName = (typeof classNames)[number];

/**
 * What validation costs beyond an estimate without it. Measured: 185,600 for Argent 0.4.0, 170,240 for OpenZeppelin 1.0.0 (starknet-devnet 0.8.1), 145,600
 * on Sepolia. Braavos was not measured: if its surcharge is too low, nodes refuse the transaction with code 53, and nothing is lost.
 */
const validation = 200_000n;
const braavosValidation = 300_000n;

const argent = { kind: 'argent', layout: 'signers', estimates: 'with a dummy', surcharge: 0n } as const;
const openzeppelin = {
  kind: 'openzeppelin',
  layout: 'plain',
  estimates: 'without validation',
  surcharge: validation,
} as const;
const braavos = { kind: 'braavos', layout: 'plain', estimates: 'with a dummy', surcharge: braavosValidation } as const;

/**
 * The same hashes on both networks. Sources: argentlabs/argent-contracts-starknet, deployments/account.txt; OpenZeppelin/cairo-contracts, releases 0.17 and
 * 1.0.0 (presets, AccountUpgradeable); myBraavos/braavos-account-cairo, README.md.
 */
export const accountClasses: Readonly<Record<ClassName, AccountClass>> = {
  'argent-0.3.1': {
    ...argent,
    layout: 'plain',
    estimates: 'without validation',
    surcharge: validation,
    name: 'Argent 0.3.1',
    classHash: '0x29927c8af6bccf3f6fda035981e765a7bdbf18a2dc0d630494f8758aa908e2b',
  },
  'argent-0.4.0': {
    ...argent,
    name: 'Argent 0.4.0',
    classHash: '0x36078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f',
  },
  'argent-0.5.0': {
    ...argent,
    name: 'Argent 0.5.0',
    classHash: '0x73414441639dcd11d1846f287650a00c60c416b9d3ba45d31c651672125b2c2',
  },
  'openzeppelin-0.17': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.17',
    classHash: '0x61dac032f228abef9c6626f995015233097ae253a7f72d68552db02f2971b8f',
  },
  'openzeppelin-1.0.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 1.0.0',
    classHash: '0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564',
  },
  'braavos-1.0.0-rc': {
    ...braavos,
    name: 'Braavos 1.0.0 (first release)',
    classHash: '0x490f94ad4baeb8bb447007aa96ca7f2203500e4eb3255d82e47f23b1b9aaf6d',
  },
  'braavos-1.0.0': {
    ...braavos,
    name: 'Braavos 1.0.0',
    classHash: '0x816dd0297efc55dc1e7559020a3a825e81ef734b558f03c83325d4da7e6253',
  },
  'braavos-1.1.0': {
    ...braavos,
    name: 'Braavos 1.1.0',
    classHash: '0x2c8c7e6fbcfb3e8e15a46648e8914c6aa1fc506fc1e7fb3d1e19630716174bc',
  },
  'braavos-1.2.0': {
    ...braavos,
    name: 'Braavos 1.2.0',
    classHash: '0x3957f9f5a1cbfe918cedc2015c85200ca51a5f7506ecb6de98a5207b759bf8a',
  },
};

/** Classes whose accounts cannot be served, and why. */
const unusable: Readonly<Record<string, string>> = {
  '0x1a736d6ed154502257f02b1ccdf4d9d1089f80811cd6acad48e6b6a9d1f2003':
    'it is an Argent account of version 0.3.0, which knows no transactions of version 3. Upgrade it in its wallet first',
  '0x25ec026985a3bf9d0cc1fe17326b245dfdc3ff89b8fde106542a3ea56c5a918':
    'it is an old proxy of Argent or Braavos, which knows no transactions of version 3. Upgrade it in its wallet first',
  '0x3a4c71a7e8aa5eec24c87a54a9063dad4b336a14e082a3cf77c13710342e94':
    'it is a shared account of Braavos (MOA), which needs several signatures',
  '0x13bfe114fb1cf405bfc3a7f8dbe2d91db146c17521d40dcf57e16d6b59fa8e6': 'its Braavos account never left its first step',
  '0x3d16c7a9a60b0593bd202f660a28c5d76e0403601d9ccc7e4fa253b6a70c201': 'its Braavos account never left its first step',
};

/** The class with this hash, or why its accounts cannot be served. */
export function classOf(classHash: FeltHex): ClassName | { readonly unusable: string } {
  const name = classNames.find((each) => accountClasses[each].classHash === classHash);
  return (
    name ?? {
      unusable: unusable[classHash] ?? `the contract there (class ${classHash}) is no account that the service knows`,
    }
  );
}
