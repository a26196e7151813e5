import { describe, expect, it } from 'vitest';
import stakes from '../../../babylon/fixtures/babylon-signet-stakes.json' with { type: 'json' };
import { blockbookTransactions, esploraTransactions } from '../../test/recorded-transactions.ts';
import { accountOf } from '../address/account-id.ts';
import type { UtxoChainId } from '../chains.ts';
import { contextOf } from '../context.ts';
import {
  type ChainTransaction,
  type TransactionInput,
  type TransactionOutput,
  unreadTransaction,
} from '../upstream/backend.ts';
import { parseTransaction } from './parse-transaction.ts';

const bitcoin = contextOf('bitcoin');
const parseFor = (chainId: UtxoChainId, account: string | undefined, transaction: ChainTransaction, tip = 950_000) => {
  const context = contextOf(chainId);
  return parseTransaction(
    context,
    transaction,
    tip,
    account === undefined ? undefined : accountOf(context.network, account),
  );
};
const btc = (address: string, amount: string) => ({ address, amount, ticker: 'BTC' });

describe('recorded transactions, as the account sees them', () => {
  // The address and its two transactions in blocks 722427 and 777311 of Bitcoin.
  const taproot = 'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5';
  const [spent, received] = esploraTransactions('esplora-address-txs-taproot') as [ChainTransaction, ChainTransaction];

  it('one that it sent', () => {
    expect(parseFor('bitcoin', taproot, spent, 777_313)).toEqual({
      id: 'da7f241ff55a774cc32505c7e0956d832b0b3442049e39b8fb77c9476c0af790',
      mode: 'transfer',
      state: 'confirmed',
      fees: { amount: '300', ticker: 'BTC' },
      blockHeight: '777311',
      timestamp: '1676797797000',
      senders: [btc(taproot, '9699')],
      recipients: [btc('bc1qatcvrnwzyduz3xw3h48kceqzcxd9dlmeycn5lx', '9699')],
      confirmations: '3',
    });
  });

  it('one that it received, without the change of the sender', () => {
    expect(parseFor('bitcoin', taproot, received, 722_427)).toEqual({
      id: 'f5d1f75e2f3fcc0afe3210d3ef9b5bde67b6e41bb3be2de3cd4e779c1a92c1f3',
      mode: 'transfer',
      state: 'confirmed',
      fees: { amount: '407', ticker: 'BTC' },
      blockHeight: '722427',
      timestamp: '1644384258000',
      senders: [btc('bc1qagytqec4jepfun80x5txc7sxv7r8xw9tus7nqy', '291913')],
      recipients: [btc(taproot, '9999')],
      confirmations: '1',
    });
  });

  it('one that it sent, without its change', () => {
    expect(parseFor('bitcoin', 'bc1qagytqec4jepfun80x5txc7sxv7r8xw9tus7nqy', received)).toMatchObject({
      senders: [btc('bc1qagytqec4jepfun80x5txc7sxv7r8xw9tus7nqy', '291913')],
      recipients: [btc(taproot, '9999'), btc('bc1qtq94l500jwkn5hk2cfywracem3ce485k9tkmkl', '281914')],
    });
  });

  const busy = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  const recorded = (file: string, txid: string) => {
    const found = esploraTransactions(file).find((each) => each.txid.startsWith(txid));
    if (found === undefined) throw new Error(`no ${txid} in ${file}`);
    return found;
  };

  it('without change that goes back to the sender', () => {
    const transaction = recorded('esplora-address-txs-first-page', '7376089a');
    expect(parseFor('bitcoin', 'bc1qkh08tl5jauawjdpdkc523nut89fca7w8l3c3n4', transaction)).toMatchObject({
      fees: { amount: '143', ticker: 'BTC' },
      senders: [btc('bc1qkh08tl5jauawjdpdkc523nut89fca7w8l3c3n4', '100000')],
      recipients: [btc(busy, '100000')],
    });
  });

  it('coins of one sender are added up', () => {
    const transaction = recorded('esplora-address-txs-first-page', '20cedf81');
    expect(parseFor('bitcoin', busy, transaction)).toMatchObject({
      fees: { amount: '2500', ticker: 'BTC' },
      senders: [btc('bc1qtj5fyl76pgrmrruc4a5e8x90x293xgzzfhpm5j', '500')],
      recipients: [btc(busy, '500')],
    });
  });

  it('several senders are told apart', () => {
    const transaction = recorded('esplora-address-txs-first-page', '0256ca65');
    expect(parseFor('bitcoin', busy, transaction)).toMatchObject({
      senders: [
        // It gave most, so it is said to have paid the fee of 480.
        btc('bc1q4a0hel68k9zafgard9ejc2uvpdrn2mzpywlqtp', '149520'),
        btc('bc1q8z4u2htyg23eyj88ahtvhpgcrahas63ge3e9vk', '13500'),
      ],
      recipients: [btc(busy, '7269')],
    });
  });

  it("the account's share of one that others paid too", () => {
    // Six inputs of six addresses, one of them the account's; one output to somebody else.
    const transaction = recorded('esplora-address-txs-chain-middle-page', '1aabe046');
    expect(parseFor('bitcoin', busy, transaction)).toMatchObject({
      fees: { amount: '35066', ticker: 'BTC' },
      // The fee is more than any of them gave: the one that gave most is said to have paid it, with help of the others.
      senders: [btc('bc1qhrrj9fnpsfjgl5xljd37p6v68dlld3jez5vrcj', '0'), btc(busy, '14293')],
      recipients: [btc('17tqfbMfpEdycyor5yJN2xCGtUtGs7MtrS', '290000')],
    });
  });

  it('without an account, in the same form for everybody', () => {
    expect(parseFor('bitcoin', undefined, received)).toMatchObject({
      senders: [btc('bc1qagytqec4jepfun80x5txc7sxv7r8xw9tus7nqy', '291913')],
      recipients: [btc(taproot, '9999'), btc('bc1qtq94l500jwkn5hk2cfywracem3ce485k9tkmkl', '281914')],
    });
  });

  it('what was given was got, and the books of each address balance', () => {
    const all = ['esplora-address-txs-first-page', 'esplora-address-txs-chain-middle-page'].flatMap((file) =>
      esploraTransactions(file),
    );
    expect(all).toHaveLength(50);
    const sum = (parties: readonly { amount?: string | undefined }[] = []) =>
      parties.reduce((total, { amount = '0' }) => total + BigInt(amount), 0n);
    for (const transaction of all) {
      const { senders, recipients, fees } = parseTransaction(bitcoin, transaction, 950_000);
      expect(sum(senders)).toBe(sum(recipients));
      const payer = fees?.payer ?? senders?.[0]?.address;
      const { inputs, outputs } = transaction;
      for (const address of new Set([...inputs, ...outputs].flatMap((side) => side.address ?? []))) {
        const of = (sides: readonly (TransactionInput | TransactionOutput)[]) =>
          sides.reduce((total, side) => total + (side.address === address ? (side.value ?? 0n) : 0n), 0n);
        const told = (parties: typeof senders = []) => sum(parties.filter((party) => party.address === address));
        const fee = payer === address ? BigInt(fees?.amount ?? 0) : 0n;
        expect(told(recipients) - told(senders) - fee).toBe(of(outputs) - of(inputs));
      }
      const own = parseTransaction(bitcoin, transaction, 950_000, accountOf(bitcoin.network, busy));
      expect([...(own.senders ?? []), ...(own.recipients ?? [])].map(({ address }) => address)).toContain(busy);
    }
  });
});

describe('recorded transactions of Blockbook', () => {
  const only = (name: string) => blockbookTransactions(name) as [ChainTransaction];
  // The addresses are of testnet.
  const seen = (account: string | undefined, transaction: ChainTransaction) =>
    parseFor('bitcoin-testnet', account, transaction, 225_494);

  it('of an extended key, what they brought to it', () => {
    const upub =
      'upub5E1xjDmZ7Hhej6LPpS8duATdKXnRYui7bDYj6ehfFGzWDZtmCmQkZhc3Zb7kgRLtHWd16QFxyP86JKL3ShZEBFX88aciJ3xyocuyhZZ8g6q';
    const [transaction] = only('blockbook-xpub-txs-derived-gap5');
    // 1 of its own went in, and 118641975500 came out.
    expect(seen(upub, transaction)).toEqual({
      id: '3d90d15ed026dc45e19ffb52875ed18fa9e8012ad123d7f7212176e2b0ebdb71',
      mode: 'transfer',
      state: 'confirmed',
      fees: { amount: '62', ticker: 'BTC' },
      blockHeight: '225494',
      timestamp: '1521595678000',
      senders: [btc('mzB8cYrfRwFRFAGTDzV8LkUQy5BQicxGhX', '317283950999')],
      recipients: [btc('2N6utyMZfPNUb1Bk8oz7p2JqJrXkq83gegu', '118641975499')],
      confirmations: '1',
    });
  });

  it('of an address, what they took from it and brought to it, without OP_RETURN', () => {
    const address = 'mv9uLThosiEnGRbVPS7Vhyw6VssbVRsiAw';
    const [spent, received] = blockbookTransactions('blockbook-address-txs') as [ChainTransaction, ChainTransaction];
    expect(seen(address, spent)).toMatchObject({
      fees: { amount: '346', ticker: 'BTC' },
      senders: [btc(address, '1234567889777')],
      recipients: [
        btc('mzB8cYrfRwFRFAGTDzV8LkUQy5BQicxGhX', '317283951061'),
        btc('mtR97eM2HPWVM6c8FGLGcukgaHHQv7THoL', '917283951061'),
      ],
    });
    expect(seen(undefined, spent).senders).toEqual([
      btc(address, '1234567889777'),
      btc('mtGXQvBowMkBpnhLckhxhbwYK44Gs9eEtz', '12345'),
    ]);
    expect(seen(address, received)).toMatchObject({ recipients: [btc(address, '1234567890123')] });
  });

  it('that pay only the sender', () => {
    const address = '2NEVv9LJmAnY99W1pFoc5UJjVdypBqdnvu1';
    const [transaction] = only('blockbook-tx');
    for (const account of [address, undefined]) {
      expect(seen(account, transaction)).toMatchObject({
        fees: { amount: '876', ticker: 'BTC' },
        senders: [btc(address, '9000')],
        recipients: [btc(address, '9000')],
      });
    }
  });

  it('that wait', () => {
    const [transaction] = only('blockbook-tx-btc-unconfirmed');
    expect(parseFor('bitcoin', undefined, transaction)).toEqual({
      id: '73b1ad97194e426031e5c692869de2d83dc2ff6033fc6f0ab5514345f92eaf0d',
      mode: 'transfer',
      state: 'pending',
      fees: { amount: '3885', ticker: 'BTC' },
      timestamp: '1725959035000',
      senders: [btc('bc1q9lh77es6m8ztr7muwcec00ewn8fxakpl9jwv8y', '367157')],
      recipients: [btc('bc1q4t7h8phena94prkqtm500mwzupcjvcs2akcdy9', '293135')],
    });
  });
});

// Invented, with scripts from BIP84 and BIP86, which tell their addresses.
const own = {
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  script: '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2',
};
const other = {
  address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  script: '5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
};
const third = {
  address: 'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
  script: '5120a82f29944d65b86ae6b5e5cc75e294ead6c59391a1edc5e016e3498c67fc7bbb',
};

interface Whose {
  readonly address: string;
  readonly script: string;
}
const input = ({ address, script }: Whose, value: bigint, more: Partial<TransactionInput> = {}): TransactionInput => ({
  txid: '11'.repeat(32),
  vout: 0,
  value,
  script,
  address,
  ...more,
});
const output = (
  { address, script }: Whose,
  value: bigint,
  more: Partial<TransactionOutput> = {},
): TransactionOutput => ({
  value,
  script,
  address,
  ...more,
});
const opReturn = output({ address: 'OP_RETURN 0101', script: '6a020101' }, 0n);
const sumOf = (sides: readonly { readonly value: bigint | undefined }[]) =>
  sides.reduce((total, { value = 0n }) => total + value, 0n);
const transactionOf = (
  inputs: readonly TransactionInput[],
  outputs: readonly TransactionOutput[],
  more: Partial<ChainTransaction> = {},
): ChainTransaction => ({
  txid: '22'.repeat(32),
  height: 900_000,
  time: 1_750_000_000_000,
  isCoinbase: false,
  inputs,
  outputs,
  fee: sumOf(inputs) - sumOf(outputs),
  raw: {},
  ...more,
});
const seenBy = (account: string | undefined, ...args: Parameters<typeof transactionOf>) =>
  parseFor('bitcoin', account, transactionOf(...args));

describe('senders and recipients', () => {
  it('of coins that stay with the account, the first output is what it paid', () => {
    const { senders, recipients } = seenBy(
      own.address,
      [input(own, 1_000n)],
      [opReturn, output(own, 600n), output(own, 300n)],
    );
    expect(senders).toEqual([btc(own.address, '600')]);
    expect(recipients).toEqual([btc(own.address, '600')]);
  });

  it('no recipient if it paid only the miner', () => {
    const { senders, recipients } = seenBy(own.address, [input(own, 1_000n)], [opReturn]);
    expect(senders).toEqual([btc(own.address, '0')]);
    expect(recipients).toBeUndefined();
  });

  it('of a payjoin that pays the account, the difference came in', () => {
    // 5,000 were to be paid; the account put 2,000 in and took 7,000 out.
    const { senders, recipients } = seenBy(
      own.address,
      [input(own, 2_000n), input(other, 9_000n)],
      [output(own, 7_000n), output(other, 3_900n)],
    );
    expect(senders).toEqual([btc(other.address, '5000')]);
    expect(recipients).toEqual([btc(own.address, '5000')]);
  });

  it('of a payjoin that the account pays, the difference went out', () => {
    const { senders, recipients } = seenBy(
      own.address,
      [input(own, 9_000n), input(other, 2_000n)],
      [output(other, 7_000n), output(own, 3_900n)],
    );
    expect(senders).toEqual([btc(own.address, '5000')]);
    expect(recipients).toEqual([btc(other.address, '5000')]);
  });

  it('a coinbase has no senders', () => {
    const outputs = [output(own, 312_500_000n), output({ address: '', script: `6a24aa21a9ed${'00'.repeat(32)}` }, 0n)];
    const mined = transactionOf([], outputs, { isCoinbase: true, fee: undefined });
    for (const account of [own.address, undefined]) {
      expect(parseFor('bitcoin', account, mined)).toMatchObject({
        fees: { amount: '0', ticker: 'BTC' },
        recipients: [btc(own.address, '312500000')],
      });
    }
  });

  it('outputs without an address are named by their script', () => {
    const bare = output({ address: '', script: `5121${'02'.repeat(33)}51ae` }, 700n);
    expect(seenBy(own.address, [input(own, 1_000n)], [bare, output(own, 200n)]).recipients).toEqual([
      btc(`script:5121${'02'.repeat(33)}51ae`, '700'),
    ]);
  });

  it('where an upstream tells no scripts of inputs, their addresses do, as we write them', () => {
    const { senders, recipients } = seenBy(
      undefined,
      [
        input({ ...own, address: own.address.toUpperCase() }, 600n, { script: undefined }),
        input(own, 500n),
        input(other, 400n, { script: undefined, address: undefined }),
        input(third, 300n, { script: undefined, address: 'OP_RETURN 00' }),
      ],
      [output({ address: '', script: '' }, 300n), output({ ...third, script: '' }, 200n)],
      { fee: 100n },
    );
    expect(senders).toEqual([btc(own.address, '1000')]);
    expect(recipients).toEqual([btc(third.address, '200')]);
    const mine = seenBy(
      own.address,
      [input(own, 600n, { script: undefined })],
      [output({ ...other, script: '' }, 500n)],
    );
    expect(mine.senders).toEqual([btc(own.address, '500')]);
    expect(mine.recipients).toEqual([btc(other.address, '500')]);
  });

  it('without accounts whose amounts are unknown, and without the fee', () => {
    // A node without the transactions that are spent.
    const unknown = input(own, 1n, { value: undefined });
    const parsed = seenBy(undefined, [unknown, input(own, 5n), input(other, 7n)], [output(third, 500n)], {
      fee: undefined,
    });
    expect(parsed.senders).toEqual([btc(other.address, '7')]);
    expect(parsed.warnings).toMatchObject([{ code: 'transaction.incomplete', context: { parts: 'an input' } }]);
    expect(parsed).not.toHaveProperty('fees');
  });

  it("without an upstream's claims about other addresses", () => {
    // It calls foreign coins the account's own.
    const lies = seenBy(own.address, [input(other, 900n, { isOwn: true })], [output(own, 800n)]);
    expect(lies.senders).toEqual([btc(other.address, '800')]);
    expect(lies.recipients).toEqual([btc(own.address, '800')]);
  });
});

describe('coins that nobody can spend again', () => {
  const burn = output({ address: '', script: '6a0401020304' }, 700n);

  it('are shown, by the script that holds them', () => {
    for (const account of [own.address, undefined]) {
      expect(seenBy(account, [input(own, 1_000n)], [burn, opReturn, output(own, 200n)])).toMatchObject({
        fees: { amount: '100', ticker: 'BTC' },
        senders: [btc(own.address, '700')],
        recipients: [btc('script:6a0401020304', '700')],
      });
    }
  });

  it('are left out of what others got', () => {
    expect(seenBy(own.address, [input(other, 1_000n)], [burn, output(own, 200n)]).recipients).toEqual([
      btc(own.address, '200'),
    ]);
  });
});

describe('a transaction of which only the place is known', () => {
  it('has its place, and a warning', () => {
    const unread = unreadTransaction('22'.repeat(32), 900_000, 1_750_000_000_000, {});
    for (const account of [own.address, undefined]) {
      expect(parseFor('bitcoin', account, unread)).toEqual({
        id: '22'.repeat(32),
        mode: 'unknown',
        state: 'confirmed',
        blockHeight: '900000',
        timestamp: '1750000000000',
        confirmations: '50001',
        warnings: [expect.objectContaining({ code: 'transaction.incomplete', context: { parts: 'the transaction' } })],
      });
    }
  });
});

describe('an account of an extended key', () => {
  // BIP84's account of "abandon...about": 0/0 is `own`, 1/0 its first change address.
  const zpub =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
  const change = {
    address: 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
    script: '00143e34985dca6fddc9fb369940e4c7d8e2873f529c',
  };

  it('owns the addresses that the upstream names', () => {
    const { senders, recipients } = seenBy(
      zpub,
      [input(own, 1_000n, { isOwn: true }), input(change, 500n, { isOwn: true }), input(own, 10n, { isOwn: true })],
      [output(other, 400n, { isOwn: false }), output(change, 1_010n, { isOwn: true })],
    );
    expect(senders).toEqual([btc(own.address, '400')]);
    expect(recipients).toEqual([btc(other.address, '400')]);
  });

  it('moves coins from one of its addresses to another', () => {
    const { senders, recipients } = seenBy(
      zpub,
      [input(own, 1_000n, { isOwn: true })],
      [output(change, 900n, { isOwn: true })],
    );
    expect(senders).toEqual([btc(own.address, '900')]);
    expect(recipients).toEqual([btc(change.address, '900')]);
  });

  it('nets over its addresses', () => {
    const { senders, recipients } = seenBy(
      zpub,
      [input(own, 1_000n, { isOwn: true }), input(other, 5_000n)],
      [output(change, 4_000n, { isOwn: true }), output(third, 1_900n)],
    );
    expect(senders).toEqual([btc(other.address, '4900')]);
    expect(recipients).toEqual([btc(change.address, '3000')]);
  });
});

describe('the place in the chain', () => {
  const pending = transactionOf([input(own, 1_000n)], [output(other, 900n)], { height: undefined, time: undefined });

  it('is unknown while it waits', () => {
    const parsed = parseFor('bitcoin', own.address, pending);
    expect(parsed.state).toBe('pending');
    for (const field of ['blockHeight', 'timestamp', 'confirmations']) expect(parsed).not.toHaveProperty(field);
    expect(parseFor('bitcoin', own.address, { ...pending, time: 1_750_000_000_000 }).timestamp).toBe('1750000000000');
  });

  it('counts its own block', () => {
    const confirmationsAt = (tip: number) =>
      parseFor('bitcoin', undefined, { ...pending, height: 900_000 }, tip).confirmations;
    expect([900_000, 900_005, 899_999].map(confirmationsAt)).toEqual(['1', '6', '1']);
  });
});

describe('chains', () => {
  it('have their own spelling of addresses, and amounts in their own coin', () => {
    // A HogEx transaction of Litecoin (regtest). It pays coins out of MWEB. bitcoinjs-lib wrote the Litecoin addresses.
    const hogEx = transactionOf(
      [input({ address: '', script: `5820${'ab'.repeat(32)}` }, 1_250_000_000n)],
      [
        output(
          { address: '', script: '5820a367bb22792fe76b1968e33ca5295bdf2b46a414abef3925516abb4aae1082ba' },
          949_989_420n,
        ),
        output(
          {
            address: 'rltc1qaafvz4n60x0qfpkl0d435vtw9jrpwty6e7ah0s',
            script: '0014ef52c1567a799e0486df7b6b1a316e2c86172c9a',
          },
          100_000_000n,
        ),
        output(
          {
            address: 'n3LNvqQUzXRbSPdsGGJ49rWKYbYyQg5HW9',
            script: '76a914ef52c1567a799e0486df7b6b1a316e2c86172c9a88ac',
          },
          200_000_000n,
        ),
      ],
      { fee: undefined },
    );
    const ltc = (address: string, amount: string) => ({ address, amount, ticker: 'LTC' });
    expect(parseFor('litecoin', undefined, hogEx)).toMatchObject({
      mode: 'transfer',
      senders: [ltc(`script:5820${'ab'.repeat(32)}`, '1250000000')],
      recipients: [
        ltc('script:5820a367bb22792fe76b1968e33ca5295bdf2b46a414abef3925516abb4aae1082ba', '949989420'),
        ltc('ltc1qaafvz4n60x0qfpkl0d435vtw9jrpwty6tqlyvy', '100000000'),
        ltc('Lh3NtzdLGAEPv5rQiqJybxMktpKYeZWfv5', '200000000'),
      ],
    });
    expect(parseFor('litecoin', 'ltc1qaafvz4n60x0qfpkl0d435vtw9jrpwty6tqlyvy', hogEx).recipients).toEqual([
      ltc('ltc1qaafvz4n60x0qfpkl0d435vtw9jrpwty6tqlyvy', '100000000'),
    ]);
  });

  it('have amounts beyond 2^53', () => {
    const script = '76a914a82f29944d65b86ae6b5e5cc75e294ead6c5939188ac';
    const { recipients } = parseFor(
      'dogecoin',
      undefined,
      transactionOf([], [output({ address: '', script }, 9_007_199_254_740_993n)]),
    );
    expect(recipients).toMatchObject([{ amount: '9007199254740993', ticker: 'DOGE' }]);
  });

  it("of stakes have Babylon's facts beside the movements", () => {
    const [stake] = stakes.stakes;
    if (stake === undefined) throw new Error('no stake');
    const withdrawal = transactionOf(
      [input({ address: '', script: stake.stakingOutputScript }, 50_000n)],
      [output(own, 49_000n)],
    );
    const source = { address: stake.finalityProviderPks[0] ?? '', amount: '50000', ticker: 'BTC' };
    const reading = { mode: 'withdraw', validators: { source } } as const;
    const account = accountOf(bitcoin.network, own.address);
    expect(parseTransaction(bitcoin, withdrawal, 950_000, account, reading)).toMatchObject({
      mode: 'withdraw',
      senders: [btc('bc1prace7n9vkfkrqkdtl7j48rhqhwax6q52ns9x7a2v734nlxrqgrusj00gza', '49000')],
      recipients: [btc(own.address, '49000')],
      validators: { source },
    });
    expect(parseFor('bitcoin', own.address, withdrawal)).not.toHaveProperty('validators');
  });
});
