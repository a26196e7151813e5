import { Secp256k1Wallet, type StdSignDoc } from '@cosmjs/amino';
import { Secp256k1Signature } from '@cosmjs/crypto';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import type { Chain, EncodedItem } from '@isochain/core';
import { type CosmosEngine, startCosmos } from '@isochain/devnet/cosmos';
import { SignDoc, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../../../../tools/docs/src/repository.ts';
import { extractSamples, type Samples } from '../../../../tools/docs/src/samples.ts';
import { cosmos } from '../../src/index.ts';
import { describeWithNode } from '../real-node.ts';

const amount = 12_345n;
/** Accounts that only this test pays, by prefix. */
const recipients = {
  cosmos: 'cosmos1qcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxjrxm2q',
  dym: 'dym1qcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxq72a0w',
} as const;

interface Encoded {
  readonly data: object;
  readonly encoded: readonly EncodedItem[];
  readonly hash: string;
  readonly raw: string;
  readonly json: string;
  readonly amino: string;
}

/** A chain to sign for, and its first account. */
interface Place {
  readonly engine: CosmosEngine;
  readonly chain: Chain;
  readonly sender: string;
  readonly key: string;
  readonly recipientAddress: string;
}

async function place(engine: CosmosEngine, chain: Chain, recipientAddress: string): Promise<Place> {
  const [account] = engine.accounts;
  if (account === undefined) throw new Error('no account');
  return { engine, chain, recipientAddress, sender: account.address, key: account.privateKey.slice(2) };
}

async function encode(
  { engine, chain, sender, recipientAddress }: Place,
  params?: object,
  wishes: object = {},
): Promise<Encoded> {
  const intent = { mode: 'transfer', senderAddress: sender, recipientAddress, amount: String(amount), memo: 'a & b' };
  const senderPubKey = engine.accounts[0]?.publicKey;
  const { transaction, status } = await chain.encode({
    ...intent,
    ...wishes,
    senderPubKey,
    ...(params ? { params } : {}),
  });
  expect(status.errors).toEqual([]);
  const { data, encoded } = transaction;
  const rawOf = (index: number) => encoded[index]?.raw?.value ?? '';
  const formats = encoded.map(({ raw }) => raw?.format);
  const direct = ['SIGNDOC_DIRECT', 'SIGNDOC_DIRECT_JSON'];
  expect(formats).toEqual(params ? [...direct, 'SIGNDOC_AMINO', 'SIGNDOC_AMINO_JSON'] : direct);
  return { data, encoded, hash: encoded[0]?.hash?.value ?? '', raw: rawOf(0), json: rawOf(1), amino: rawOf(3) };
}

/** Expects that the node carries out the transaction. The node verifies signatures itself. */
async function expectCarriedOut(at: Place, sign: (made: Encoded) => string | Promise<string>, params?: object) {
  const made = await encode(at, params);
  const before = await at.engine.balanceOf(at.recipientAddress);
  const signature = await sign(made);
  const { data, encoded } = made;
  const { hash } = await at.chain.broadcast({ data, encoded, signature } as never);
  expect(hash).toMatch(/^[0-9A-F]{64}$/);
  await expect.poll(() => at.engine.balanceOf(at.recipientAddress), { timeout: 60_000 }).toBe(before + amount);
}

describeWithNode('Cosmos in docs/signing.md', () => {
  let samples: Samples;
  let hub: Place;
  let dymension: Place;
  const wallet = () => DirectSecp256k1Wallet.fromKey(Buffer.from(hub.key, 'hex'), 'cosmos');

  beforeAll(async () => {
    samples = extractSamples('docs/signing.md');
    const [ofHub, ofDymension] = await Promise.all([
      startCosmos(),
      startCosmos({
        ...{ chainId: 'dymension', nativeChainId: 'dymension_1100-1', prefix: 'dym' },
        ...{ denom: 'adym', decimals: 18, keys: 'ethermint' },
      }),
    ]);
    const { endpoints } = ofHub.settings;
    hub = await place(ofHub, cosmos.connect('cosmoshub-testnet', { endpoints }), recipients.cosmos);
    const others = ofDymension.settings.endpoints;
    dymension = await place(ofDymension, cosmos.connect('dymension', { endpoints: others }), recipients.dym);
  });
  afterAll(async () => {
    samples?.remove();
    await Promise.all([hub?.engine.stop(), dymension?.engine.stop()]);
  });

  const load = async (name: string) => import(/* @vite-ignore */ samples.files.get(name)?.href ?? `no sample ${name}`);

  type Sign = (...values: unknown[]) => string | Promise<string>;

  const amino = { signMode: 'amino' };
  const noChanges = { preferNoSetFee: true, preferNoSetMemo: true };
  const expected = () => ({
    ...{ prefix: 'cosmos', chainId: 'provider', to: recipients.cosmos, denom: 'uatom' },
    ...{ amount, maxFees: 100_000n },
  });

  interface Recipe {
    readonly params?: object;
    run(sign: Sign, made: Encoded): string | Promise<string>;
  }

  const tried: Readonly<Record<string, Recipe>> = {
    'cosmos-noble.ts': { run: (sign, { hash }) => sign(hash, hub.key) },
    'cosmos-cosmjs-document.ts': { run: (sign, { raw }) => sign(raw, hub.key, expected()) },
    'cosmos-keplr-direct.ts': {
      async run(sign, { json }) {
        const signer = await wallet();
        return sign(json, hub.sender, {
          // As in wallets, the signer gets the page's document.
          signDirect(chainId: string, address: string, document: SignDoc, options: object) {
            expect({ chainId, options }).toEqual({ chainId: 'provider', options: noChanges });
            return signer.signDirect(address, document);
          },
        });
      },
    },
    'cosmos-keplr-amino.ts': {
      params: amino,
      async run(sign, made) {
        const signer = await Secp256k1Wallet.fromKey(Buffer.from(hub.key, 'hex'), 'cosmos');
        return sign(made.amino, hub.sender, {
          signAmino(chainId: string, address: string, document: StdSignDoc, options: object) {
            expect({ chainId, options }).toEqual({ chainId: 'provider', options: noChanges });
            return signer.signAmino(address, document);
          },
        });
      },
    },
    'cosmos-cosmjs-amino.ts': { params: amino, run: (sign, made) => sign(made.amino, hub.key, 'cosmos') },
  };

  describe('recipes', () => {
    it.each(Object.entries(tried))('%s makes a transaction that the node carries out', async (name, recipe) => {
      const { sign } = await load(name);
      await expectCarriedOut(hub, (made) => recipe.run(sign, made), recipe.params);
    });

    it('cosmos-noble.ts signs with keys of Ethereum’s kind too', async () => {
      const { sign } = await load('cosmos-noble.ts');
      await expectCarriedOut(dymension, ({ hash, encoded }) => {
        expect(encoded[0]?.hash?.format).toBe('keccak256');
        return sign(hash, dymension.key);
      });
    });

    it.each([
      ['another amount', { amount: amount + 1n }],
      ['another recipient', { to: hubOther() }],
      ['another denomination', { denom: 'uosmo' }],
      ['another chain', { chainId: 'cosmoshub-4' }],
      ['higher fees', { maxFees: 1n }],
    ])('cosmos-cosmjs-document.ts does not sign %s', async (_, change) => {
      const { sign } = await load('cosmos-cosmjs-document.ts');
      const { raw } = await encode(hub);
      await expect(sign(raw, hub.key, { ...expected(), ...change })).rejects.toThrow('not what was asked for');
    });

    it('are all run', () => {
      const named = [...samples.files.keys()].filter((name) => name.startsWith('cosmos-'));
      expect(named.toSorted()).toEqual(Object.keys(tried).toSorted());
    });
  });

  /** What CosmJS makes of the document. */
  async function signedByCosmjs({ raw }: Encoded) {
    const document = SignDoc.decode(Buffer.from(raw, 'hex'));
    const { signature, signed } = await (await wallet()).signDirect(hub.sender, document);
    const rs = Buffer.from(signature.signature, 'base64');
    const { bodyBytes, authInfoBytes } = signed;
    const transaction = Buffer.from(TxRaw.encode({ bodyBytes, authInfoBytes, signatures: [rs] }).finish());
    const der = Buffer.from(Secp256k1Signature.fromFixedLength(rs).toDer());
    return { rs, der, transaction, signature, signed };
  }

  type Made = Awaited<ReturnType<typeof signedByCosmjs>>;

  const hex = (bytes: Buffer) => bytes.toString('hex');
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  const withV = ({ rs }: Made) => Buffer.concat([rs, Buffer.of(27)]);

  // Every form of a signature that the table has.
  const forms: Readonly<Record<string, readonly ((made: Made) => string)[]>> = {
    rs: [({ rs }) => hex(rs), ({ rs }) => `0x${hex(rs).toUpperCase()}`, ({ rs }) => base64(rs)],
    rsv: [(made) => hex(withV(made)), (made) => base64(withV(made))],
    DER: [({ der }) => hex(der), ({ der }) => base64(der)],
    JSON: [
      ({ signature, signed: { bodyBytes, authInfoBytes } }) =>
        JSON.stringify({ signature, signed: { bodyBytes, authInfoBytes } }),
      ({ signature }) => JSON.stringify(signature),
      ({ rs }) => JSON.stringify({ r: hex(rs.subarray(0, 32)), s: hex(rs.subarray(32)) }),
    ],
    transaction: [
      ({ transaction }) => hex(transaction),
      ({ transaction }) => base64(transaction),
      ({ transaction }) => JSON.stringify({ tx_bytes: base64(transaction) }),
    ],
  };

  describe('signature forms', () => {
    const cases = Object.entries(forms).flatMap(([form, ways]) =>
      ways.map((write, i) => [form, i + 1, write] as const),
    );

    it.each(cases)('takes %s (%i)', async (_form, _i, write) => {
      await expectCarriedOut(hub, async (made) => write(await signedByCosmjs(made)));
    });

    it('refuses an unknown form, a signature of another key, over the amino document, or of another transaction', async () => {
      // The gas is named, so that both documents are the same transaction.
      const gas = { gas: '150000' };
      const made = await encode(hub, undefined, gas);
      const { sign } = await load('cosmos-noble.ts');
      const other = hub.engine.accounts[1]?.privateKey.slice(2);
      const both = await encode(hub, amino, gas);
      const signAmino = (await load('cosmos-cosmjs-amino.ts')).sign;
      const otherOne = await encode({ ...hub, recipientAddress: hubOther() });
      const refusals: [string, string, RegExp][] = [
        ['signature.malformed', 'not a signature', /./],
        ['signature.mismatch', sign(made.hash, other), /./],
        ['signature.mismatch', await signAmino(both.amino, hub.key, 'cosmos'), /signMode amino/],
        ['signature.otherTransaction', hex((await signedByCosmjs(otherOne)).transaction), /./],
      ];
      const { data, encoded } = made;
      for (const [code, signature, words] of refusals) {
        const error = await hub.chain.broadcast({ data, encoded, signature } as never).catch((caught) => caught);
        expect(error).toMatchObject({ code });
        expect(JSON.stringify(error.problems)).toMatch(words);
      }
    });

    it('are the forms in the table', () => {
      const [, section = ''] = (readText('docs/signing.md') ?? '').split('\n## Signature forms of Cosmos chains\n');
      const [table = ''] = section.split('\n## ');
      const rows = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, form]) => form);
      expect(rows).toEqual(Object.keys(forms));
    });
  });
});

/** An account that is not paid. */
function hubOther(): string {
  return 'cosmos1erxf3sa9q2j4vgseu7jq4a258ckmk7cy076t8z';
}
