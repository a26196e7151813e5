import type { AccountKind } from '../engine.ts';

/**
 * Class hashes of accounts, the same on mainnet and Sepolia. Sources: argent-contracts-starknet:deployments/account.txt,
 * OpenZeppelin's releases (1.0.0; the older one from block 571531 of Sepolia), myBraavos/braavos-account-cairo:README.md.
 */
export const accountClassHashes: Readonly<Record<AccountKind, bigint>> = {
  'argent-0.3.0': 0x01a736d6ed154502257f02b1ccdf4d9d1089f80811cd6acad48e6b6a9d1f2003n,
  'argent-0.3.1': 0x029927c8af6bccf3f6fda035981e765a7bdbf18a2dc0d630494f8758aa908e2bn,
  'argent-0.4.0': 0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927fn,
  'argent-0.5.0': 0x073414441639dcd11d1846f287650a00c60c416b9d3ba45d31c651672125b2c2n,
  'openzeppelin-1.0.0': 0x05b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564n,
  'openzeppelin-0.17': 0x061dac032f228abef9c6626f995015233097ae253a7f72d68552db02f2971b8fn,
  braavos: 0x03957f9f5a1cbfe918cedc2015c85200ca51a5f7506ecb6de98a5207b759bf8an,
  'braavos-moa': 0x003a4c71a7e8aa5eec24c87a54a9063dad4b336a14e082a3cf77c13710342e94n,
};

/** Older implementations of Braavos, which behave like the present one. */
export const olderBraavosHashes: readonly bigint[] = [
  0x0490f94ad4baeb8bb447007aa96ca7f2203500e4eb3255d82e47f23b1b9aaf6dn,
  0x00816dd0297efc55dc1e7559020a3a825e81ef734b558f03c83325d4da7e6253n,
  0x02c8c7e6fbcfb3e8e15a46648e8914c6aa1fc506fc1e7fb3d1e19630716174bcn,
];

/** The class from which Braavos' addresses follow. It replaces itself at the deployment. */
export const braavosBaseHash = 0x03d16c7a9a60b0593bd202f660a28c5d76e0403601d9ccc7e4fa253b6a70c201n;
