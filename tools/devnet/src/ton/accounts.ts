import type { Account } from '../engine.ts';

/** A key with the wallet contract that its address belongs to. It is not deployed. */
export interface TonAccount extends Account {
  readonly version: 'v3r1' | 'v3r2' | 'v4r1' | 'v4r2' | 'v5r1';
  /** 32 bytes in hex. */
  readonly publicKey: string;
}

// Written down instead of derived, so that no wallet library is needed at the start. accounts.test.ts derives them.
const keys = [
  [
    'v4r2',
    'UQDY4X7kHilDkAveOlPd8Ig0VAe3EUiZvqBgTHWKPNYVjC1U',
    'ec01d0566e2a32be8be90c1be5373f86da628623f2b01c27a28145ebdf16917c',
    '0x6b958637d945a46b9382a984d0df3998d0012a06af365bddea8f0a58f5ef1f31',
  ],
  [
    'v5r1',
    'UQDJQ-0Fj-DFjnsYk--IlmM6b_HTcsCnCDQ08nDCyIrblOb2',
    'b0abcd093948bf7e7486b82991139c47fadd61d4160d3b648bc49a60699e2e6f',
    '0x2c580ae7bcdf2f947662cd86fda6e9c9f4e0ae63b8a145e27e7746c69b7820d3',
  ],
  [
    'v3r2',
    'UQCZzV7TFDKstyJsEMys-G53VocW0E6jToYFpFUuAypX-Gl8',
    '8d58d1e3b1e764f4668d73d84379207afdbc899404e52689dcb9134e41a4189e',
    '0x26a64bb8d5051b302117a432be3bf0efe336207270fda06e64ea8267e651e5c5',
  ],
  [
    'v3r1',
    'UQDB5LXilug5sVThNQhO3tz2Vuki6BaKfDblwyRn8Jgkyox4',
    'bd461ef7a05ed5ceafc8622cd8ea227f987eca5a25d5a6bf70743f15a7721f3f',
    '0xacbd8c915363dc8dcbd4d146d71ab2dd77bcc0fbc6797f85c6dab7bd6708043a',
  ],
  [
    'v4r1',
    'UQCiCKyIz_nM8soD2UY87LiiA-A9XvMGsggDFvntFw8w6NCp',
    '26c7d27cd832ee84e31a34d8fad2f3d3eae9f2f546e7aae7492983d5862b65c7',
    '0x3b7054f8009a5d800f04d7cabda7533d6536d1c29e0cb692e3752519df367bbe',
  ],
] as const;

/**
 * One account for each version of the wallet: the keys of the usual test mnemonic (BIP39) by SLIP-10. The service's custody signers use the first
 * of these paths. `privateKey` is the 32-byte ed25519 seed.
 */
export const tonAccounts: readonly TonAccount[] = keys.map(([version, address, publicKey, privateKey], index) => ({
  index,
  version,
  address,
  path: `m/44'/607'/0'/0'/${index}'`,
  publicKey,
  privateKey,
}));
