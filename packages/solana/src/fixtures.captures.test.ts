import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { unparseTransaction } from '../test/parsed-recordings.ts';
import {
  type MinedName,
  recordedEncode,
  recordedSignatures,
  recordedTransaction,
  recordedWallet,
} from '../test/recordings.ts';
import { accountsOf, atSlot, scriptedNode } from '../test/scripted-node.ts';
import { trustWalletVectors } from '../test/vectors.ts';
import { readTransaction } from './read/transaction.ts';

// The fixtures hold only the fields that we read. These tests read the whole answers.

const path = (name: string) => `solana/${name}.json`;

const transactions: [MinedName, string][] = [
  ['transfer of SOL', 'explorer-mainnet-single-sol'],
  ['transfers with a memo', 'explorer-devnet-multi-sol-memo'],
  ['transfers with a durable nonce', 'explorer-mainnet-multi-sol'],
  ['transfer with a seed', 'explorer-devnet-transfer-with-seed'],
  ['transfer with a token account', 'explorer-devnet-sol-with-ata-rent'],
  ['transfer of USDC', 'explorer-mainnet-single-usdc'],
  ['order taken back', 'rpc-getTransaction-jsonParsed-legacy'],
  ['sale of a token', 'rpc-getTransaction-jsonParsed-v0-ata-create'],
  ['swap through wrapped SOL', 'rpc-getTransaction-jsonParsed-v0-swap-wsol'],
  ['swap with lookup tables', 'rpc-getTransaction-jsonParsed-v0-lookup-tables'],
];

// biome-ignore lint/suspicious/noExplicitAny: as a node answers
async function parse(transaction: any) {
  const node = scriptedNode({
    getTransaction: () => transaction,
    getSignatureStatuses: () => atSlot([null]),
    getSlot: () => transaction.slot + 9,
    getMultipleAccounts: accountsOf({}),
  });
  const found = await readTransaction(node.context, transaction.transaction.signatures[0], node.operation);
  expect(found?.raw).toEqual(transaction);
  return found?.parsed;
}

describeCaptures(
  'whole transactions',
  transactions.map(([, file]) => path(file)),
  (read) => {
    it.each(transactions)('%s: reads the same as its facts', async (name, file) => {
      const whole = unparseTransaction(JSON.parse(read(path(file))).result);
      expect(whole).toMatchObject(recordedTransaction(name));
      expect(await parse(whole)).toEqual(await parse(recordedTransaction(name)));
    });
  },
);

const pages = [1, 2].map((number) => path(`rpc-getSignaturesForAddress-limit5-page${number}`));

describeCaptures('whole pages of signatures', pages, (read) => {
  it('equal the facts', () => {
    expect(pages.flatMap((page) => JSON.parse(read(page)).result)).toEqual(recordedSignatures);
  });
});

const wallets = { token: 'spl', token2022: 'token2022' } as const;
const walletPath = (of: keyof typeof wallets) => path(`rpc-getTokenAccountsByOwner-${wallets[of]}`);

describeCaptures('the whole answers about a wallet', [walletPath('token'), walletPath('token2022')], (read) => {
  it.each(['token', 'token2022'] as const)('equal the facts: %s', (of) => {
    const { value } = JSON.parse(read(walletPath(of))).result;
    const facts = recordedWallet[of].map(({ mint, amount, decimals }) => ({ mint, tokenAmount: { amount, decimals } }));
    expect(value).toHaveLength(facts.length);
    expect(
      value.map((entry: { account: { data: { parsed: { info: unknown } } } }) => entry.account.data.parsed.info),
    ).toMatchObject(facts);
  });
});

describeCaptures('the signed transactions of Trust Wallet Core', [path('vectors-trustwallet-solana')], (read) => {
  it('were taken apart by others in the same way as by kit', () => {
    const { vectors } = JSON.parse(read(path('vectors-trustwallet-solana')));
    const ours = trustWalletVectors();
    expect(vectors).toHaveLength(ours.length);
    expect(vectors).toMatchObject(ours.map((vector) => ({ ...vector, name: `test_solana_sign_${vector.name}` })));
  });
});

describeCaptures('the whole answers of a service with the same interface', ['api-responses/solana.json'], (read) => {
  it.each(['transfer_max', 'transfer_amount', 'token_transfer_self', 'token_transfer', 'stake'])(
    '%s: equals its facts',
    (name) => {
      const { data, encoded } = JSON.parse(read('api-responses/solana.json'))[`solana_${name}`].response.transaction;
      expect(recordedEncode(name)).toEqual({ data, encoded });
    },
  );
});
