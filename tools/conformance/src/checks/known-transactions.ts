/** A transaction that is known from outside of this project, to be assembled wherever a package says that it runs. */
export interface KnownTransaction {
  /** Name of the family's export: `import { evm } from '@isochain/evm'`. */
  readonly family: string;
  readonly chainId: string;
  /** Completed data, without a checksum. */
  readonly data: object;
  readonly encoded: readonly object[];
}

/** By package. A family without one fails the check. */
export const knownTransactions: Readonly<Record<string, KnownTransaction>> = {
  // A recorded answer of a public service with this interface; the prices are those in its RLP.
  '@isochain/evm': {
    family: 'evm',
    chainId: 'ethereum',
    data: {
      mode: 'transfer',
      senderAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6',
      useMaxAmount: true,
      nonce: '7',
      gas: '21000',
      fees: '93444473283000',
      amount: '15241559932339306',
      params: { type: 'eip1559', maxFeePerGas: '4449736823', maxPriorityFeePerGas: '752000' },
    },
    encoded: [
      {
        raw: {
          format: 'RLP',
          value: '0x02ee0107830b7980850109399877825208948bc6922eb94e4858efaf9f433c35bc241f69e8a68736261e3597046a80c0',
        },
        hash: { format: 'keccak256', value: '0d790e2ec0782364481c06e80b6900ba0d8e5c3ff507889a366e8bb7d1f26ddb' },
      },
      {
        raw: {
          format: 'WALLET_CONNECT',
          value:
            '{"chainId":"0x1","maxPriorityFeePerGas":"0xb7980","maxFeePerGas":"0x109399877","gas":"0x5208","from":"0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17","nonce":"0x7","value":"0x36261e3597046a","to":"0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6"}',
        },
        hash: { format: 'keccak256', value: '0d790e2ec0782364481c06e80b6900ba0d8e5c3ff507889a366e8bb7d1f26ddb' },
      },
    ],
  },
  // Likewise; the blockhash is the one in the message.
  '@isochain/solana': {
    family: 'solana',
    chainId: 'solana',
    data: {
      mode: 'transfer',
      senderAddress: 'kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NSU',
      recipientAddress: 'DA9TotRZzVQaPE5f4h9to31B5zwL89YFt5KEdJDF1uFB',
      useMaxAmount: true,
      amount: '153178784',
      fees: '5000',
      params: { profile: 'compat', blockhash: '7D6z7dG73LLo95yLwK52KpKWFjYKPj3BYvSBMDtahdRG' },
    },
    encoded: [
      {
        raw: {
          format: 'BORSH',
          value:
            '010001030b22abf2a5724f66cf158a3af547f9bea1c838b16dd2acb7070cba512ea5b871b4a409e52f8c6a1c009699af2dbbdb9eb7dcdaf3ef2eafe87b3499d38e29362600000000000000000000000000000000000000000000000000000000000000005c3fdbb45865314d1495bef7e2e09e94a81873ec7a81f21a5aa28ca3d52a6fbf01020200010c02000000a052210900000000',
        },
      },
    ],
  },
};

/**
 * Source of a Worker that loads a package and uses it: a family assembles its known transaction, core reads and seals one.
 *
 * @returns What it must answer, as JSON, beside it; undefined if the package has no known transaction.
 */
export function workerOf(packageName: string): { source: string; answer: unknown } | undefined {
  if (packageName === '@isochain/core') {
    const source = `
      import { addChecksum, chainIds, dataOfMode, formatAmount, verifyChecksum } from '@isochain/core';
      const data = dataOfMode.transfer.parse({ mode: 'transfer', senderAddress: 'a', recipientAddress: 'b', amount: '1500000', fees: '1' });
      const encoded = [chainIds.length, formatAmount(BigInt(data.amount), 6), verifyChecksum(addChecksum(data)) !== undefined];
      export default { fetch: () => Response.json(encoded) };`;
    return { source, answer: [96, '1.5', true] };
  }
  const known = knownTransactions[packageName];
  if (known === undefined) return undefined;
  const { family, chainId, data, encoded } = known;
  const source = `
    import { ${family} } from '${packageName}';
    export default {
      fetch() {
        const chain = ${family}.connect('${chainId}', { endpoints: ['https://nowhere.invalid'] });
        return Response.json(chain.adapter.assemble(${JSON.stringify(data)}));
      },
    };`;
  return { source, answer: encoded };
}
