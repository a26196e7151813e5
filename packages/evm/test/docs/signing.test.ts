import type { Chain } from '@isochain/core';
import { Signature, SigningKey, Transaction, Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../../../../tools/docs/src/repository.ts';
import { extractSamples, type Samples } from '../../../../tools/docs/src/samples.ts';
import answer from '../../fixtures/encode-answer.json' with { type: 'json' };
import { evm } from '../../src/index.ts';

// Account 0 of the mnemonic "test test test test test test test test test test test junk". The answer in fixtures/ is one that encode gave it on a
// new `sepolia` engine.
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const { data, encoded } = answer.transaction;
const hash = encoded[0]?.hash.value ?? '';
const raw = encoded[0]?.raw.value ?? '';
const json = encoded[1]?.raw.value ?? '';

// In every form of the signature, the node must get the transaction that ethers signs.
const signedByEthers = await new Wallet(privateKey).signTransaction(Transaction.from(raw));

/** Broadcasts to a node that takes everything. */
async function broadcast(signature: string): Promise<{ hash: string; sent: unknown[] }> {
  const sent: unknown[] = [];
  const node: typeof fetch = async (_, init) => {
    const { id, params } = JSON.parse(String(init?.body));
    sent.push(...params);
    return Response.json({ jsonrpc: '2.0', id, result: Transaction.from(params[0]).hash });
  };
  const sepolia: Chain = evm.connect('sepolia', { endpoints: ['https://node.example'], fetch: node });
  const { hash } = await sepolia.broadcast({ data, encoded, signature });
  return { hash, sent };
}

async function expectAccepted(signature: string): Promise<void> {
  expect(await broadcast(signature)).toEqual({ hash: Transaction.from(signedByEthers).hash, sent: [signedByEthers] });
}

type Sign = (bytes: string, key: string, expected?: unknown) => string | Promise<string>;

describe('EVM recipes of docs/signing.md', () => {
  let samples: Samples;
  const load = async (name: string) => import(/* @vite-ignore */ samples.files.get(name)?.href ?? `no sample ${name}`);

  beforeAll(() => {
    samples = extractSamples('docs/signing.md');
  });
  afterAll(() => samples.remove());

  const tried = {
    'evm-ethers-hash.ts': (sign: Sign) => sign(hash, privateKey),
    'evm-ethers-transaction.ts': (sign: Sign) =>
      sign(raw, privateKey, { to: data.recipientAddress, value: BigInt(data.amount) }),
    'evm-viem-hash.ts': (sign: Sign) => sign(hash, privateKey),
    'evm-viem-transaction.ts': (sign: Sign) => sign(raw, privateKey),
    'evm-noble.ts': (sign: Sign) => sign(hash, privateKey),
  };

  it.each(Object.entries(tried))('%s makes a signature that broadcast accepts', async (name, run) => {
    const { sign } = await load(name);
    await expectAccepted(await run(sign));
  });

  it('evm-ethers-transaction.ts refuses to sign another transaction', async () => {
    const { sign } = await load('evm-ethers-transaction.ts');
    await expect(sign(raw, privateKey, { to: data.senderAddress, value: 1n })).rejects.toThrow(
      'not what was asked for',
    );
  });

  it('evm-browser-wallet.ts makes the wallet sign the encoded transaction', async () => {
    const methods: string[] = [];
    const wallet = {
      // Does what a wallet does: takes the request's fields for the transaction and signs it.
      async request({ method, params }: { method: string; params: [Record<string, string>] }) {
        methods.push(method);
        if (method !== 'eth_sendTransaction') return null;
        const { from, gas, nonce, ...fields } = params[0];
        expect(from).toBe(data.senderAddress);
        const transaction = { ...fields, gasLimit: gas ?? null, nonce: Number(nonce), type: 2 };
        return Transaction.from(await new Wallet(privateKey).signTransaction(transaction)).hash;
      },
    };
    const { send } = await load('evm-browser-wallet.ts');
    expect(await send(json, wallet)).toBe(Transaction.from(signedByEthers).hash);
    expect(methods).toEqual(['wallet_switchEthereumChain', 'eth_sendTransaction']);
  });

  it('are all run', () => {
    const ofEvm = [...samples.files.keys()].filter((name) => name.startsWith('evm-'));
    expect(ofEvm.toSorted()).toEqual([...Object.keys(tried), 'evm-browser-wallet.ts'].toSorted());
  });
});

describe('EVM signature forms of docs/signing.md', () => {
  const signature = new SigningKey(privateKey).sign(`0x${hash}`);
  const { r, s, yParity } = signature;
  const rs = r.slice(2) + s.slice(2);
  const v155 = (35 + 2 * 11155111 + yParity).toString(16);
  const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
  const der = toDer(r.slice(2), s.slice(2));

  const forms: Record<string, readonly string[]> = {
    rsv: [`${rs}0${yParity}`, `${rs}${(27 + yParity).toString(16)}`, signature.serialized],
    'rsv, short v': [`${rs}${yParity}`],
    'rsv, EIP-155 v': [rs + v155],
    rs: [rs, `0x${rs}`, rs.toUpperCase()],
    'rs undefined': [`${rs}undefined`, `${rs}null`],
    compact: [Signature.from(signature).compactSerialized],
    base64: [base64(rs), base64(`${rs}0${yParity}`)],
    DER: [der, `0x${der}`, base64(der)],
    transaction: [signedByEthers, signedByEthers.slice(2)],
  };
  const cases = Object.entries(forms).flatMap(([form, texts]) => texts.map((text, i) => [form, i + 1, text] as const));

  it.each(cases)('takes %s (%i)', async (_form, _i, text) => {
    await expectAccepted(text);
  });

  it('takes an s of the upper half, and sends the lower s', async () => {
    const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n; // SEC 2, secp256k1
    const high = (n - BigInt(s)).toString(16).padStart(64, '0');
    await expectAccepted(r.slice(2) + high);
  });

  const wrongV = `${rs}0${1 - yParity}`;
  it.each([
    ['signature.malformed', rs.slice(1)],
    ['signature.malformed', 'not a signature'],
    ['signature.mismatch', wrongV],
    ['signature.mismatch', new SigningKey(`0x${'1'.repeat(64)}`).sign(`0x${hash}`).serialized],
  ])('answers %s', async (code, text) => {
    await expect(broadcast(text)).rejects.toMatchObject({ code });
  });

  it('answers signature.otherTransaction', async () => {
    const other = Transaction.from(raw);
    other.maxFeePerGas = 1n + (other.maxFeePerGas ?? 0n);
    const signed = await new Wallet(privateKey).signTransaction(other);
    await expect(broadcast(signed)).rejects.toMatchObject({ code: 'signature.otherTransaction' });
  });

  it('are the forms in the table', () => {
    const [, section = ''] = (readText('docs/signing.md') ?? '').split('\n## Signature forms of EVM chains\n');
    const [table = ''] = section.split('\n## ');
    const rows = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, form]) => form);
    expect(rows).toEqual(Object.keys(forms));
  });
});

/** X.690: SEQUENCE { INTEGER r, INTEGER s }. */
function toDer(r: string, s: string): string {
  const integer = (hex: string) => {
    const digits = hex.replace(/^(00)+(?=..)/, '');
    const body = Number.parseInt(digits.slice(0, 2), 16) > 127 ? `00${digits}` : digits;
    return `02${(body.length / 2).toString(16).padStart(2, '0')}${body}`;
  };
  const body = integer(r) + integer(s);
  return `30${(body.length / 2).toString(16).padStart(2, '0')}${body}`;
}
