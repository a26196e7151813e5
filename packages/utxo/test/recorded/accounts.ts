import * as ecc from '@bitcoinerlab/secp256k1';
import { BIP32Factory } from 'bip32';
import * as bitcoin from 'bitcoinjs-lib';
import { keyOf } from '../plans.ts';
import { formats, type ScriptedChainId } from '../scripted-upstream.ts';

// The accounts of the records. Addresses and keys come from bitcoinjs-lib and bip32.

bitcoin.initEccLib(ecc);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

export type Script = 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh' | 'p2pkh-uncompressed';

export interface Account {
  readonly senderAddress: string;
  /** Undefined if nothing needs it. */
  readonly senderPubKey: string;
  readonly privateKeys: readonly Uint8Array[];
  readonly isUncompressed: boolean;
  /** For p2sh-p2wpkh. */
  readonly redeemScript: string;
}

const owner = keyOf('records');

/** The address of one key. */
export function accountOf(chainId: ScriptedChainId, script: Script, key = owner): Account {
  const isUncompressed = script === 'p2pkh-uncompressed';
  const pubkey = isUncompressed ? ecc.pointCompress(key.publicKey, false) : key.publicKey;
  return {
    senderAddress: addressOf(chainId, script, pubkey),
    senderPubKey: hex(pubkey),
    privateKeys: [key.privateKey],
    isUncompressed,
    redeemScript: isUncompressed ? '' : hex(bitcoin.payments.p2wpkh({ pubkey }).output ?? new Uint8Array()),
  };
}

/** An address of another owner. */
export function strangerOn(
  chainId: ScriptedChainId,
  script: Script = chainId === 'dogecoin' ? 'p2pkh' : 'p2wpkh',
): string {
  return accountOf(chainId, script, keyOf('records of a stranger')).senderAddress;
}

function addressOf(chainId: ScriptedChainId, script: Script, pubkey: Uint8Array): string {
  const network = formats[chainId];
  const { p2wpkh, p2tr, p2sh, p2pkh } = bitcoin.payments;
  const made = {
    p2wpkh: () => p2wpkh({ pubkey, network }),
    p2tr: () => p2tr({ internalPubkey: pubkey.subarray(1, 33), network }),
    'p2sh-p2wpkh': () => p2sh({ redeem: p2wpkh({ pubkey, network }), network }),
    p2pkh: () => p2pkh({ pubkey, network }),
    'p2pkh-uncompressed': () => p2pkh({ pubkey, network }),
  }[script]();
  return made.address ?? '';
}

/** The seed of the mnemonic "abandon abandon ... about" (BIP39, test vectors, without a passphrase). */
const seed =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';

const purposes = { p2pkh: 44, 'p2sh-p2wpkh': 49, p2wpkh: 84, p2tr: 86 } as const;

/** Versions of extended keys (SLIP-132), so that a key tells its script. */
const versions = { p2pkh: 0x0488b21e, 'p2sh-p2wpkh': 0x049d7cb2, p2wpkh: 0x04b24746, p2tr: 0x0488b21e } as const;

export interface Extended {
  /** xpub, ypub or zpub. */
  readonly extendedKey: string;
  readonly descriptor: string;
  address(branch: 0 | 1, index: number): string;
  /** Its path in the spelling of Blockbook. */
  path(branch: 0 | 1, index: number): string;
  /** The keys of the first three addresses of each branch. */
  readonly privateKeys: readonly Uint8Array[];
}

/** An account of bitcoin below the seed, of the script that its purpose says. */
export function extendedAccount(script: keyof typeof purposes): Extended {
  const origin = `${purposes[script]}'/0'/0'`;
  const bip32 = { ...bitcoin.networks.bitcoin, bip32: { public: versions[script], private: 0x0488ade4 } };
  const account = BIP32Factory(ecc).fromSeed(Buffer.from(seed, 'hex')).derivePath(`m/${origin}`);
  const xpub = account.neutered().toBase58();
  const keyAt = (branch: number, index: number) => account.derive(branch).derive(index);
  const inner = `[73c5da0a/${origin.replaceAll("'", 'h')}]${xpub}/<0;1>/*`;
  const shown = BIP32Factory(ecc).fromPublicKey(Buffer.from(account.publicKey), Buffer.from(account.chainCode), bip32);
  // Depth, parent and index are those of the account.
  Object.assign(shown, {
    __DEPTH: account.depth,
    __INDEX: account.index,
    __PARENT_FINGERPRINT: account.parentFingerprint,
  });
  return {
    extendedKey: shown.toBase58(),
    descriptor: {
      p2pkh: `pkh(${inner})`,
      'p2sh-p2wpkh': `sh(wpkh(${inner}))`,
      p2wpkh: `wpkh(${inner})`,
      p2tr: `tr(${inner})`,
    }[script],
    address: (branch, index) => addressOf('bitcoin', script, keyAt(branch, index).publicKey),
    path: (branch, index) => `m/${origin}/${branch}/${index}`,
    privateKeys: [0, 1].flatMap((branch) => [0, 1, 2].map((i) => keyAt(branch, i).privateKey ?? new Uint8Array())),
  };
}
