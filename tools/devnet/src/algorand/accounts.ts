import type { Account } from '../engine.ts';

/** An account of the stand-in. Its public key has 32 bytes, in hex without 0x; its private key is the ed25519 seed. */
export interface AlgorandAccount extends Account {
  readonly publicKey: string;
  /** Whether it exists at the start. */
  readonly exists: boolean;
}

// Written down instead of derived, so that no key library is needed at the start. accounts.test.ts derives them.
const keys = [
  [
    'XTNEJTKVSDVMMRR6JZ7P2M2JMOHIUXU2CQAPL6WGEXNJ2L2HUBGW2OVQ6Q',
    'bcda44cd5590eac6463e4e7efd3349638e8a5e9a1400f5fac625da9d2f47a04d',
    '0x9ee474ccdc29722cddd91946ea4577b4cf757b3a1ccbdc9af1fa486b631e9c95',
  ],
  [
    'OBIZ75BIOWAGH7EJHMYB2RENTJ723YACPPMTK42VEVVUEBBMFHCBXMIQSI',
    '70519ff428758063fc893b301d448d9a7fade0027bd9357355256b42042c29c4',
    '0x5911391b414d2372ea60cc4ee3049aadd3018c2746f51edb07db31fcf88e94df',
  ],
  [
    'EEG35DD7GKYKS3HPWMDBU52YMYQLANG6J6VSZGAXMGGJOCDVB57OFV66CU',
    '210dbe8c7f32b0a96cefb3061a77586620b034de4fab2c9817618c9708750f7e',
    '0x76cc9289ddcfa47e94d03b4a83c2ab52cfcf379d203a76e2029bd5849f19f2f7',
  ],
  [
    'DSO2QBM54RTJXEUNEI2DDVCNH6YH52LBSGGYI4ECEJZYAUZJF6MY3HWPFQ',
    '1c9da8059de4669b928d223431d44d3fb07ee961918d84708222738053292f99',
    '0x062ca0d7d974a79783bfa7136e8b7e34f2420fc486f2f29792b34199dd15a669',
  ],
  [
    'RHY2QSU4ETRAQL5G2XY6WIE3LNQUFJIFRTBMVXIFNWOP6VLWSYOB2N7CVY',
    '89f1a84a9c24e2082fa6d5f1eb209b5b6142a5058cc2cadd056d9cff5576961c',
    '0x809e96b643551d213f1c5bf43358fcdb3abe784e8e84403552c520219b173876',
  ],
  [
    'LBDXXSJOSER5CZD5AVAHTTQJXDNYZGVC3Q74J2466C7EXTGUDHPM2647CQ',
    '58477bc92e9123d1647d054079ce09b8db8c9aa2dc3fc4eb9ef0be4bccd419de',
    '0xc017a7f0546c2366bbf18d10ff3a121f8827aa7b6dd9b2054e0963e37e0cb489',
  ],
] as const;

const absent = 4;

const all: readonly AlgorandAccount[] = keys.map(([address, publicKey, privateKey], index) => ({
  index,
  address,
  path: `m/44'/283'/${index}'/0'/0'`,
  publicKey,
  privateKey,
  exists: index !== absent,
}));

/** The first five accounts of the usual test mnemonic: ed25519 keys by SLIP-0010. The last one does not exist at the start. */
export const algorandAccounts: readonly AlgorandAccount[] = all.slice(0, absent + 1);

/** The account with index 5: it created the assets of the stand-in. */
export const algorandCreator: AlgorandAccount = all[absent + 1] as AlgorandAccount;
