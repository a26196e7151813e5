import * as ecc from '@bitcoinerlab/secp256k1';
import { BIP32Factory } from 'bip32';
import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../../test/rig.ts';
import { ScriptedChain } from '../../../test/scripted-upstream.ts';

// An upstream may claim that many addresses for change were used. It must not move change to an address that no wallet finds.

const { xpub } = vectorAccount('bitcoin', 84);
// BIP173, examples.
const recipientAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
/** The key behind the zpub, in the version bytes that the library knows. */
const account = BIP32Factory(ecc).fromBase58(toXpub(xpub));
const addressAt = (branch: number, index: number) =>
  bitcoin.payments.p2wpkh({ pubkey: account.derive(branch).derive(index).publicKey }).address ?? '';

function toXpub(text: string): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = 0n;
  for (const digit of text) value = value * 58n + BigInt(alphabet.indexOf(digit));
  const bytes = Buffer.from(value.toString(16).padStart(164, '0'), 'hex').subarray(0, 78);
  bytes.writeUInt32BE(0x0488b21e);
  const check = bitcoin.crypto.hash256(bytes).subarray(0, 4);
  let whole = BigInt(`0x${Buffer.concat([bytes, check]).toString('hex')}`);
  let written = '';
  for (; whole > 0n; whole /= 58n) written = alphabet.charAt(Number(whole % 58n)) + written;
  return written;
}

const book = { url: 'https://book.test', name: 'book', kind: 'blockbook' as const };
const one = { url: 'https://one.test', name: 'one', kind: 'esplora' as const };

type Handler = ReturnType<ScriptedChain['esplora']>;

/** A Blockbook that claims that all addresses for change up to this index were used. */
function claiming(ledger: ScriptedChain, last: number): Handler {
  const honest = ledger.blockbook();
  return (method, path, body) => {
    const answer = honest(method, path, body);
    if (!path.startsWith('/api/v2/xpub/')) return answer;
    const tokens = Array.from({ length: last + 1 }, (_, index) => ({ path: `m/84'/0'/0'/1/${index}` }));
    return { body: { ...(answer?.body as object), tokens } };
  };
}

/** An Esplora that says of all addresses that they were used. */
function allUsed(ledger: ScriptedChain): Handler {
  const honest = ledger.esplora();
  return (method, path, body) => {
    const answer = honest(method, path, body);
    const stats = answer?.body as { chain_stats?: { tx_count: number } };
    if (stats?.chain_stats === undefined) return answer;
    return { body: { ...stats, chain_stats: { ...stats.chain_stats, tx_count: 1 } } };
  };
}

/** Pays 25,000 from an account with coins at these positions, and returns where the change goes. */
async function changeWith(
  coins: readonly string[],
  endpoints: readonly (typeof one | typeof book)[],
  handlers: (ledger: ScriptedChain) => Readonly<Record<string, Handler>>,
) {
  const ledger = new ScriptedChain('bitcoin');
  for (const place of coins) {
    const [branch = 0, index = 0] = place.split('/').map(Number);
    ledger.fund(addressAt(branch, index), 100_000n, { path: `m/84'/0'/0'/${place}` });
  }
  const { encode } = createRig('bitcoin', { endpoints, fetch: ledger.fetch(handlers(ledger)) }, ledger);
  const { data, codes } = await encode({ senderAddress: xpub, recipientAddress, amount: '25000' });
  expect(codes).toEqual([]);
  const [, change] = data.params.outputs;
  const [branch = 0, index = 0] = (change?.path ?? '').split('/').map(Number);
  expect(change?.address).toBe(addressAt(branch, index));
  return change?.path;
}

describe('change of an extended key', () => {
  it('goes to the first unused address within the gap limit of wallets, even if an upstream claims otherwise', async () => {
    const path = (last: number) =>
      changeWith(['0/0'], [book], (ledger) => ({ 'https://book.test': claiming(ledger, last) }));
    expect(await path(18)).toBe('1/19');
    // BIP44: a wallet that finds nothing at 1/0 to 1/19 looks no further.
    expect(await path(19)).toBe('1/19');
    expect(await path(128)).toBe('1/19');
  });

  it('goes as far beyond a spent coin', async () => {
    const path = (last: number) =>
      changeWith(['1/30'], [book], (ledger) => ({ 'https://book.test': claiming(ledger, last) }));
    expect(await path(40)).toBe('1/41');
    expect(await path(128)).toBe('1/50');
  });

  it('goes further if two endpoints say that the address before was used', async () => {
    const path = (second: (ledger: ScriptedChain) => Handler) =>
      changeWith(['0/0'], [book, one], (ledger) => ({
        'https://book.test': (method, path, body) =>
          path.startsWith('/api/v2/address/')
            ? { body: { balance: '0', txs: 1 } }
            : claiming(ledger, 128)(method, path, body),
        'https://one.test': second(ledger),
      }));
    expect(await path(allUsed)).toBe('1/129');
    expect(await path((ledger) => ledger.esplora())).toBe('1/19');
    expect(await path(() => () => ({ status: 503, body: 'down' }))).toBe('1/19');
  });

  it('goes no further if a scan claims that all addresses were used', async () => {
    const used = (ledger: ScriptedChain): Handler => {
      const [all, honest] = [allUsed(ledger), ledger.esplora()];
      const places = new Set(Array.from({ length: 60 }, (_, index) => addressAt(1, index)));
      return (method, path, body) => (places.has(path.split('/')[2] ?? '') ? all : honest)(method, path, body);
    };
    expect(await changeWith(['0/0'], [one], (ledger) => ({ 'https://one.test': used(ledger) }))).toBe('1/19');
  });
});
