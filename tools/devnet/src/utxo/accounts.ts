import { addressOf, type Prefixes, prefixesOf } from './addresses.ts';
import type { UtxoAccount } from './engine.ts';

// Written down instead of derived, so that no key library is needed at the start. accounts.test.ts derives them.
const keys = [
  {
    type: 'p2wpkh',
    purpose: 84,
    script: '001407185fa28850eb2b0dfdbf26f6b528a1a6b34b3f',
    publicKey: '03f3d474c86c9be5b82e251cc3cc438d3cc361527b4b9799516c4bd513caf9e5f6',
    privateKey: '0xb5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856',
  },
  {
    type: 'p2tr',
    purpose: 86,
    script: '51204e5df36cfbc908c4488d4f3cc3cab996ab026e5ae2cf04eb572a323d84b50205',
    publicKey: '028c7fc6552af4384a13791e63bac79ff2bcfeedf143a88d6dc4b6080a8829cdc1',
    privateKey: '0x893af8e39dab62e987360f7e2f2556100075b04ee4e6b22a0e1e11e1569de6d1',
  },
  {
    type: 'p2sh-p2wpkh',
    purpose: 49,
    script: 'a9146699cd1847db9a8f6e1120bad6fae4d5ee13334f87',
    publicKey: '026b639a0294bffb124167759261b7aa20b401c6c1fc7812c9f702d181143886b2',
    privateKey: '0x7c0fad2dde01e7ef1bb0bba86a1b50dabc489331d7234ead3b94dc532e968b0b',
  },
  {
    type: 'p2pkh',
    purpose: 44,
    script: '76a914d5be98e264ad2160f3e2adba2d95a62a5b5af21b88ac',
    publicKey: '03244b42a9df73401473dff8ec9c7f85a080952c342494214d99a5ab13d6a71864',
    privateKey: '0x7c299dda7c704f9d474b6ca5d7fee0b490c8decca493b5764541fe5ec6b65114',
  },
] as const;

/** The accounts with their addresses on a network. Accounts without an address there are left out. */
export function accountsOf(prefixes: Prefixes): readonly UtxoAccount[] {
  return keys.flatMap(({ type, purpose, script, publicKey, privateKey }) => {
    const address = addressOf(Buffer.from(script, 'hex'), prefixes);
    if (address === undefined) return [];
    return [{ index: 0, type, address, path: `m/${purpose}'/1'/0'/0/0`, publicKey, privateKey }];
  });
}

/** The accounts of the usual test mnemonic, by BIP84, BIP86, BIP49 and BIP44, on the test networks of bitcoin. */
export const utxoAccounts: readonly UtxoAccount[] = accountsOf(prefixesOf('bitcoin-testnet'));
