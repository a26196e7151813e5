import type { FeltHex } from '../felt.ts';

// The contracts that accounts are made of. An account tells its class, and the class decides how it signs.

/** How an account wants its signature. */
type SignatureLayout =
  /** `[1, 0, key, r, s]`: one signature, of a Stark key (argentlabs/argent-contracts-starknet, "Argent account"). */
  | 'signers'
  /** `[r, s]`. */
  | 'plain';

/** Which questions an account answers about who signs for it. */
type AccountKind = 'argent' | 'openzeppelin' | 'braavos';

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

/** Names of the classes in `params`: the version is the first release that had the class. */
export const classNames = [
  'argent-0.3.0',
  'argent-0.3.1',
  'argent-0.4.0',
  'argent-0.5.0',
  'openzeppelin-0.8.1',
  'openzeppelin-0.9.0',
  'openzeppelin-0.10.0',
  'openzeppelin-0.11.0',
  'openzeppelin-0.12.0',
  'openzeppelin-0.13.0',
  'openzeppelin-0.14.0',
  'openzeppelin-0.15.0',
  'openzeppelin-0.16.0',
  'openzeppelin-0.17.0',
  'openzeppelin-0.18.0',
  'openzeppelin-0.20.0',
  'openzeppelin-1.0.0',
  'openzeppelin-2.0.0',
  'openzeppelin-3.0.0',
  'braavos-1.0.0',
  'braavos-1.1.0',
  'braavos-1.2.0',
] as const;

export type ClassName = (typeof classNames)[number];

/**
 * What validation costs beyond an estimate without it. Measured on starknet-devnet 0.8.1: 170,240 for OpenZeppelin 1.0.0, 250,240 to 290,240 for Argent 0.3.1,
 * and 185,600 for Argent 0.4.0. On Sepolia 145,600 for Argent 0.4.0 (block 5508517). Braavos was not measured: if its surcharge is too low, nodes refuse the
 * transaction with code 53, and nothing is lost.
 */
export const validation = 200_000n;
const oldArgentValidation = 300_000n;
const braavosValidation = 300_000n;

const argent = { kind: 'argent', layout: 'signers', estimates: 'with a dummy', surcharge: 0n } as const;
const oldArgent = {
  ...argent,
  layout: 'plain',
  estimates: 'without validation',
  surcharge: oldArgentValidation,
} as const;
const openzeppelin = {
  kind: 'openzeppelin',
  layout: 'plain',
  estimates: 'without validation',
  surcharge: validation,
} as const;
const braavos = { kind: 'braavos', layout: 'plain', estimates: 'with a dummy', surcharge: braavosValidation } as const;

/**
 * The same hashes on both networks. Sources:
 * - Argent: argentlabs/argent-contracts-starknet, deployments/account.txt. Version 0.3.0 takes only transactions of version 1. The network shows it those of
 *   version 3 as such (starkware-libs/sequencer, blockifier_versioned_constants_0_14_2.json: v1_bound_accounts_cairo1), if their tip is 8e12 FRI at most.
 * - OpenZeppelin: OpenZeppelin/cairo-contracts, docs/modules/ROOT/pages/utils/_class_hashes.adoc at the tag of each release: preset `Account` up to 0.11,
 *   `AccountUpgradeable` since. xJonathanLEI/starkli, src/account.rs, has the same, and the class of 0.14.0. All take `[r, s]`, tell `get_public_key`, and
 *   take transactions of version 1 and above (account/account.cairo).
 * - Braavos: myBraavos/braavos-account-cairo, README.md at the tags v1.0.0, v1.1.0 and v1.2.0. Versions 1.0.0 and 1.1.0 fail if a transaction has bounds for
 *   three resources. The network hides the third one from them (starkware-libs/sequencer, blockifier_versioned_constants_0_14_2.json: data_gas_accounts).
 */
export const accountClasses: Readonly<Record<ClassName, AccountClass>> = {
  'argent-0.3.0': {
    ...oldArgent,
    name: 'Argent 0.3.0',
    classHash: '0x1a736d6ed154502257f02b1ccdf4d9d1089f80811cd6acad48e6b6a9d1f2003',
  },
  'argent-0.3.1': {
    ...oldArgent,
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
  'openzeppelin-0.8.1': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.8.1',
    classHash: '0x61dac032f228abef9c6626f995015233097ae253a7f72d68552db02f2971b8f',
  },
  'openzeppelin-0.9.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.9.0',
    classHash: '0x1148c31dfa5c4708a4e9cf1eb0fd3d4d8ad9ccf09d0232cd6b56bee64a7de9d',
  },
  'openzeppelin-0.10.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.10.0',
    classHash: '0x4ca5c0b1af6115858708bd1fabd2e9bb306012b31a741acbf69b8a9f35d688',
  },
  'openzeppelin-0.11.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.11.0',
    classHash: '0x450f568a8cb6ea1bcce446355e8a1c2e5852a6b8dc3536f495cdceb62e8a7e2',
  },
  'openzeppelin-0.12.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.12.0',
    classHash: '0x1e60c8722677cfb7dd8dbea5be86c09265db02cdfe77113e77da7d44c017388',
  },
  'openzeppelin-0.13.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.13.0',
    classHash: '0xe2eb8f5672af4e6a4e8a8f1b44989685e668489b0a25437733756c5a34a1d6',
  },
  'openzeppelin-0.14.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.14.0',
    classHash: '0x4343194a4a6082192502e132d9e7834b5d9bfc7a0c1dd990e95b66f85a66d46',
  },
  'openzeppelin-0.15.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.15',
    classHash: '0x5b8b908d16497cd347642c1ab43015b5956e2085aa4c8bb21f0b073015a1c9',
  },
  'openzeppelin-0.16.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.16.0',
    classHash: '0x358a1635f95aaaa840ec3b47219a354d5dfe6b01f0bca38ae6b2ff397490348',
  },
  'openzeppelin-0.17.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.17.0',
    classHash: '0x6d4b80c0f3c3ea9e98252403a83f8a6bacf7f7362e9ac0a8824854dca31f8a8',
  },
  'openzeppelin-0.18.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.18.0 or 0.19.0',
    classHash: '0x4a444ef8caf8fa0db05da60bf0ad9bae264c73fa7e32c61d245406f5523174b',
  },
  'openzeppelin-0.20.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 0.20.0',
    classHash: '0x2b31e19e45c06f29234e06e2ee98a9966479ba3067f8785ed972794fdb0065c',
  },
  'openzeppelin-1.0.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 1.0.0',
    classHash: '0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564',
  },
  'openzeppelin-2.0.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 2.0.0',
    classHash: '0x7fa937960fd981bc9a7f54f02786cfa6c6f194fc66cb0c35c1588bd83448062',
  },
  'openzeppelin-3.0.0': {
    ...openzeppelin,
    name: 'OpenZeppelin 3.0.0',
    classHash: '0x1d1777db36cdd06dd62cfde77b1b6ae06412af95d57a13dc40ac77b8a702381',
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

const hasOldVersion = 'which knows no transactions of version 3. Upgrade it in its wallet first';
const multisig = 'it is a multisig account of Argent, which needs several signatures';
const shared = 'it is a shared account of Braavos (MOA), which needs several signatures';
const unfinished = 'its Braavos account never left its first step';
const ethereum = 'its owner is an Ethereum key (EthAccountUpgradeable of OpenZeppelin)';

/**
 * Classes whose accounts cannot be served, and why. Sources: those of `accountClasses`, and argentlabs/argent-contracts-starknet, deployments/multisig.txt;
 * myBraavos/braavos-account-cairo, README_MOA.md, and README.md from June to October 2024; xJonathanLEI/starkli, src/account.rs (proxies).
 */
const unusable: Readonly<Record<string, string>> = {
  '0x25ec026985a3bf9d0cc1fe17326b245dfdc3ff89b8fde106542a3ea56c5a918': `it is an old proxy of Argent, ${hasOldVersion}`,
  '0x3131fa018d520a037686ce3efddeab8f28895662f019ca3ca18a626650f7d1e': `it is an old proxy of Braavos, ${hasOldVersion}`,
  '0x16c6081eb34ad1e0c5513234ed0c025b3c7f305902d291bad534cd6474c85bc':
    'it is an OpenZeppelin account of version 0.8.0, which takes only transactions of version 1',
  // It fails with INVALID_TX if a transaction has bounds for three resources, and the network does not hide the third one from it.
  '0x490f94ad4baeb8bb447007aa96ca7f2203500e4eb3255d82e47f23b1b9aaf6d':
    'it is an early Braavos account of version 1.1.0, which refuses the transactions of today. Upgrade it in its wallet first',
  '0x4696d09aa2c697863ba977ae42c51ca0fd1435810fb690c82b50b56ab3f39df': multisig,
  '0x7aeca3456816e3b833506d7cc5c1313d371fbdb0ae95ee70af72a4ddbf42594': multisig,
  '0x6e150953b26271a740bf2b6e9bca17cc52c68d765f761295de51ceb8526ee72': multisig,
  '0x737ee2f87ce571a58c6c8da558ec18a07ceb64a6172d5ec46171fbc80077a48': multisig,
  '0x3a4c71a7e8aa5eec24c87a54a9063dad4b336a14e082a3cf77c13710342e94': shared,
  '0x41bf1e71792aecb9df3e9d04e1540091c5e13122a731e02bec588f71dc1a5c3': shared,
  '0x13bfe114fb1cf405bfc3a7f8dbe2d91db146c17521d40dcf57e16d6b59fa8e6': unfinished,
  '0x5b054b2ce377e9b07cd26be44638511bc43d2c0c2b263a078d836f92d22a9c1': unfinished,
  '0x3d16c7a9a60b0593bd202f660a28c5d76e0403601d9ccc7e4fa253b6a70c201': unfinished,
  '0x23e416842ca96b1f7067693892ed00881d97a4b0d9a4c793b75cb887944d98d': ethereum,
  '0x359eceac190c19d22e2831f3bd2ecde9f1b1d034d0790e5dd6b3c91651bda97': ethereum,
  '0x78ca36b65e3790d9a1b8474221a52b4c600efe5c55e5d1e972a61f69365a151': ethereum,
  '0x42ac0903af3356a92bf61d63a46bb8db7e5f449ad7f8f4e3f1a604223f9c963': ethereum,
  '0x169e64bc8a60422da86e6cc821c498d2f8cba60888399ce4be86690aaa51e4a': ethereum,
  '0x41534fff05642ddbb5778be304be14dd36da40a02feadb6e489f9f749f5c983': ethereum,
  '0x39d1c6f335e7b92ee4dfaee4cc5324b4cbbfdc48bebcc81e7b45042b35dc592': ethereum,
  '0x6cc43e9a4a0036cd09d8a997c61df18d7e4fa9459c907a4664b4e56b679d187': ethereum,
  '0x4bc5fe3c036a449c3e2302581aaf3c863d49a3911aa80765cf7c33886114154': ethereum,
  '0x2ba7c42372cf971c8ee60166544e7ff72c2e38bc2835d7edd89b327b1000d8b': ethereum,
  '0x5ec5819ed53a6c4415d8d0ddd319985699f5f1c86ac2c6e5f1967187eadd987': ethereum,
  '0x6c71d751a10084fa31758b50348bfaa7f0b8e4b1ce36c2ab5b159cb4c307f74': ethereum,
  '0xb5bcc16b8b0d86c24996e22206f6071bb8d7307837a02720f0ce2fa1b3d7c': ethereum,
  '0x216f6773aef13b25e5f8ecc989c4a4668d45ba118b41bbdca10d08fc6fda878': ethereum,
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
