import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { type MinedName, minedTransaction, receipt, recordedEncode, recordedReverts } from '../test/recordings.ts';
import { connectTo } from '../test/scripted-node.ts';
import type { EvmChainId } from './chains.ts';

// The fixtures hold only the fields that we read. These tests read the whole answers.

type Fields = Readonly<Record<string, unknown>>;

/** The last answer of a file of ethereum/execution-apis: requests follow `>>`, answers follow `<<`. */
function lastAnswer(file: string): { readonly result?: unknown; readonly error?: unknown } {
  const answers = file.split('\n').filter((line) => line.startsWith('<< '));
  return JSON.parse((answers.at(-1) ?? '').slice(3));
}

async function parse(chainId: EvmChainId, transaction: Fields, mined: Fields) {
  const { chain } = connectTo(chainId, {
    methods: {
      eth_getTransactionByHash: () => transaction,
      eth_getTransactionReceipt: () => mined,
      eth_blockNumber: () => '0xfffffff',
      eth_getBlockByNumber: ([number]) =>
        number === 'latest' ? undefined : { number, timestamp: '0x5f5e1000', baseFeePerGas: '0x1' },
    },
  });
  const { transaction: found } = await chain.transaction(String(transaction.hash), { include: ['parsed', 'raw'] });
  expect(found.raw).toEqual({ transaction, receipt: mined });
  return found.parsed;
}

const apis = (method: string, name: string) => `evm/execution-apis/${method}__${name}.io`;

describeCaptures(
  'whole transactions of go-ethereum',
  ['get-legacy-tx', 'get-dynamic-fee', 'get-setcode-tx']
    .map((name) => apis('eth_getTransactionByHash', name))
    .concat(
      ['get-legacy-receipt', 'get-dynamic-fee', 'get-setcode-tx'].map((name) =>
        apis('eth_getTransactionReceipt', name),
      ),
    ),
  (read) => {
    it.each<[MinedName, string, string]>([
      ['before Byzantium', 'get-legacy-tx', 'get-legacy-receipt'],
      ['call with value', 'get-dynamic-fee', 'get-dynamic-fee'],
      ['EIP-7702', 'get-setcode-tx', 'get-setcode-tx'],
    ])('%s: reads the same as its facts', async (name, transaction, mined) => {
      const whole = lastAnswer(read(apis('eth_getTransactionByHash', transaction))).result as Fields;
      const wholeReceipt = lastAnswer(read(apis('eth_getTransactionReceipt', mined))).result as Fields;
      expect(whole).toMatchObject(minedTransaction(name));
      expect(wholeReceipt).toMatchObject(receipt(name));
      expect(await parse('ethereum', whole, wholeReceipt)).toEqual(
        await parse('ethereum', minedTransaction(name), receipt(name)),
      );
    });
  },
);

describeCaptures(
  'a whole block and a blob transaction of go-ethereum',
  [apis('eth_getBlockByNumber', 'get-latest'), apis('eth_getTransactionReceipt', 'get-blob-tx')],
  (read) => {
    it('hold the contract creation of the facts', () => {
      const { transactions } = lastAnswer(read(apis('eth_getBlockByNumber', 'get-latest'))).result as {
        transactions: Fields[];
      };
      expect(transactions[0]).toMatchObject(minedTransaction('contract creation'));
    });

    it('are read: the fee of the blob transaction is that of its gas and of its blob', async () => {
      const mined = lastAnswer(read(apis('eth_getTransactionReceipt', 'get-blob-tx'))).result as Fields;
      const transaction = { ...minedTransaction('call with value'), hash: mined.transactionHash };
      const parsed = await parse('ethereum', { ...transaction, blockNumber: mined.blockNumber }, mined);
      // 51868 * 0x813f23c = 51868 * 135524924, and 0x20000 of blob gas at 1 wei.
      expect(parsed).toMatchObject({ state: 'confirmed', fees: { amount: '7029406889104', ticker: 'ETH' } });
    });
  },
);

const chainReceipts: [MinedName, EvmChainId, string][] = [
  ['Base after Fjord', 'base', 'base-fjord-native-transfer'],
  ['OP Mainnet after Ecotone', 'optimism', 'optimism-ecotone-weth-transfer'],
  ['Arbitrum', 'arbitrum', 'arbitrum-arb-transfer'],
];

describeCaptures(
  'whole receipts of rollups',
  chainReceipts.map(([, , file]) => `evm/receipts/${file}.json`),
  (read) => {
    it.each(chainReceipts)('%s: reads the same as its facts', async (name, chainId, file) => {
      const { result: whole } = JSON.parse(read(`evm/receipts/${file}.json`)) as { result: Fields };
      const { type: _, ...facts } = receipt(name);
      expect(whole).toMatchObject(facts);
      const transaction = {
        ...minedTransaction(name),
        ...{ value: '0x0', nonce: '0x0', gas: whole.gasUsed, gasPrice: whole.effectiveGasPrice, input: '0x' },
      };
      expect(await parse(chainId, transaction, whole)).toEqual(await parse(chainId, transaction, receipt(name)));
    });
  },
);

describeCaptures(
  'whole answers of go-ethereum to a call that reverts',
  recordedReverts.map(({ name }) => `evm/execution-apis/${name.replace(', ', '__')}.io`),
  (read) => {
    it.each(recordedReverts)('$name: equals its facts', ({ name, error }) => {
      expect(lastAnswer(read(`evm/execution-apis/${name.replace(', ', '__')}.io`)).error).toEqual(error);
    });
  },
);

describeCaptures('a whole answer of a service with the same interface', ['api-responses/ethereum.json'], (read) => {
  it('equals its facts', () => {
    const { data, encoded } = JSON.parse(read('api-responses/ethereum.json')).useMaxAmount_transfer.response
      .transaction;
    expect(recordedEncode).toEqual({ data, encoded });
  });
});
