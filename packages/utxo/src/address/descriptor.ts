import type { Network } from '../chains.ts';
import type { ExtendedAccount, ScriptType } from './account.ts';
import { type ExtendedKey, readExtendedKey } from './extended-key.ts';
import { type Refusal, refusal, wrongChecksum } from './refusal.ts';

/** The parts of an output descriptor (BIP380) that we use. */
export interface Descriptor {
  readonly ok: true;
  readonly type: ScriptType;
  readonly key: ExtendedKey['key'];
  readonly fingerprint: number;
  readonly neutral: string;
  readonly origin: ExtendedAccount['origin'] | undefined;
}

const functions: Readonly<Record<string, ScriptType>> = {
  'pkh(': 'p2pkh',
  'sh(wpkh(': 'p2sh-p2wpkh',
  'wpkh(': 'p2wpkh',
  'tr(': 'p2tr',
};

const form =
  /^(pkh\(|sh\(wpkh\(|wpkh\(|tr\()(?:\[([0-9a-fA-F]{8})((?:\/\d{1,10}[hH']?)*)\])?([1-9A-HJ-NP-Za-km-z]+)([^()]*)(\)+)$/;

/** The ending for both branches, in either spelling. It may be left out. */
const branches = ['', '/<0;1>/*', '/{0,1}/*'];

const hardened = 0x80000000;

/**
 * Reads a descriptor of one extended public key: `pkh`, `sh(wpkh)`, `wpkh` or `tr`. A checksum is verified if it is there.
 *
 * @param text - Known to have no private key.
 */
export function readDescriptor(network: Network, text: string): Descriptor | Refusal {
  const [body = '', ...checksums] = text.split('#');
  if (checksums.length > 0 && checksums.join('#') !== descriptorChecksum(body)) return wrongChecksum;
  const [, opening = '', fingerprint, path = '', keyText = '', rest = '', closing = ''] = form.exec(body) ?? [];
  const type = functions[opening];
  if (type === undefined || closing.length !== opening.split('(').length - 1) {
    return refusal('as a descriptor it has to be pkh, sh(wpkh), wpkh or tr of one extended public key');
  }
  if (!branches.includes(rest)) return refusal('the path after its key has to be /<0;1>/* or left out');
  if (type === 'p2tr' ? !network.hasTaproot : type !== 'p2pkh' && network.bech32 === undefined) {
    return refusal(`the chain has no ${type}`);
  }
  const extended = readExtendedKey(network, keyText);
  if (!extended.ok) return extended;
  if (extended.type !== 'p2pkh' && extended.type !== type) {
    return refusal(`the prefix of its key stands for ${extended.type}, but the descriptor says ${type}`);
  }
  const steps = path.split('/').slice(1).map(childNumber);
  if (steps.some((step) => step === undefined)) return refusal('a number in its path is too large');
  return {
    ok: true,
    type,
    key: extended.key,
    fingerprint: extended.fingerprint,
    neutral: extended.neutral,
    origin:
      fingerprint === undefined
        ? undefined
        : { fingerprint: Number.parseInt(fingerprint, 16), path: steps.filter((step) => step !== undefined) },
  };
}

function childNumber(step: string): number | undefined {
  const index = Number.parseInt(step, 10);
  if (index >= hardened) return undefined;
  return /\d$/.test(step) ? index : index + hardened;
}

/** Writes a descriptor, without checksum. Hardened steps have an apostrophe, as Blockbook does not read h. */
export function writeDescriptor({ type, neutral, origin }: Pick<Descriptor, 'type' | 'neutral' | 'origin'>): string {
  const opening = Object.keys(functions).find((name) => functions[name] === type) ?? '';
  const steps = origin?.path.map((step) => (step >= hardened ? `/${step - hardened}'` : `/${step}`)).join('') ?? '';
  const prefix = origin === undefined ? '' : `[${origin.fingerprint.toString(16).padStart(8, '0')}${steps}]`;
  return `${opening}${prefix}${neutral}/<0;1>/*${type === 'p2sh-p2wpkh' ? '))' : ')'}`;
}

// BIP380, "Checksum". It is written with the characters of bech32 (BIP173).
const bech32Charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const inputCharset =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

/** @returns Eight characters; undefined if the text has a character that descriptors cannot have. */
export function descriptorChecksum(text: string): string | undefined {
  const values = [...text].map((character) => inputCharset.indexOf(character));
  if (values.includes(-1)) return undefined;
  const symbols: number[] = [];
  for (let i = 0; i < values.length; i += 3) {
    const three = values.slice(i, i + 3);
    symbols.push(
      ...three.map((value) => value & 31),
      three.reduce((sum, value) => 3 * sum + (value >> 5), 0),
    );
  }
  let check = 1n;
  for (const symbol of [...symbols, 0, 0, 0, 0, 0, 0, 0, 0]) {
    const top = check >> 35n;
    check = ((check & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
    generator.forEach((value, i) => {
      if ((top >> BigInt(i)) & 1n) check ^= value;
    });
  }
  check ^= 1n;
  return Array.from({ length: 8 }, (_, i) => bech32Charset[Number((check >> BigInt(5 * (7 - i))) & 31n)]).join('');
}
