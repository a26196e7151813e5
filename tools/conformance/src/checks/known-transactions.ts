/** A transaction that is known from outside of this project, to be assembled wherever a package says that it runs. */
interface KnownTransaction {
  /** Name of the family's export: `import { evm } from '@isochain/evm'`. */
  readonly family: string;
  readonly chainId: string;
  /** Completed data, without a checksum. */
  readonly data: object;
  readonly encoded: readonly object[];
}

/** By package. A family without one fails the check. */
const knownTransactions: Readonly<Record<string, KnownTransaction>> = {
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
  // Likewise: coin, outputs and bytes are the recorded ones. The recording has no hash: this one is bitcoinjs-lib's, of the same bytes (BIP143).
  '@isochain/utxo': {
    family: 'utxo',
    chainId: 'bitcoin',
    data: {
      mode: 'transfer',
      senderAddress: 'bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv',
      recipientAddress: 'bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv',
      useMaxAmount: false,
      amount: '1000',
      fees: '904',
      params: {
        v: 1,
        feeRate: '6.411',
        lockTime: 0,
        inputs: [
          {
            txid: '2d256e4225d52ed860e78af4449a39f1a1f13e3b741ff4327820d06e16b6431b',
            vout: 1,
            value: '18192',
            type: 'p2wpkh',
            sequence: 0xffff_fffd,
          },
        ],
        outputs: [
          { address: 'bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv', value: '1000', role: 'recipient' },
          { address: 'bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv', value: '16288', role: 'change' },
        ],
        weight: 562,
        vsize: 141,
      },
    },
    encoded: [
      {
        hash: { format: 'sha256', value: '23f17841e82eeaa348ad4f6be74e2516bda0b59e8b363872e261da87a6ff5973' },
        raw: {
          format: 'PSBT',
          value:
            '70736274ff01007102000000011b43b6166ed0207832f41f743b3ef1a1f1399a44f48ae760d82ed525426e252d0100000000fdffffff02e8030000000000001600143fac1a8303a3a9c25593f341d3b70cf0dfdd59c1a03f0000000000001600143fac1a8303a3a9c25593f341d3b70cf0dfdd59c1000000000001011f10470000000000001600143fac1a8303a3a9c25593f341d3b70cf0dfdd59c1000000',
        },
      },
    ],
  },
};

/**
 * Source of a Worker that loads a package and uses it: a family assembles its known transaction, core reads and seals one, babylon makes a script.
 *
 * @returns What it must answer, as JSON, beside it; undefined if the package has no known transaction.
 */
export function workerOf(packageName: string): { source: string; answer: unknown } | undefined {
  if (packageName === '@isochain/core') {
    const source = `
      import { addChecksum, chainIds, dataOfMode, formatAmount, verifyChecksum } from '@isochain/core';
      const data = dataOfMode.transfer.parse({ mode: 'transfer', senderAddress: 'a', recipientAddress: 'b', amount: '1500000', fees: '1' });
      const encoded = [chainIds.length, formatAmount(BigInt(data.amount), 6), verifyChecksum('stellar', addChecksum('stellar', data)) !== undefined];
      export default { fetch: () => Response.json(encoded) };`;
    return { source, answer: [96, '1.5', true] };
  }
  if (packageName === '@isochain/babylon') {
    // One of Babylon's official vectors, as in packages/babylon/fixtures/babylon-scripts.json.
    const source = `
      import { stakingOutput, termsOf } from '@isochain/babylon';
      import { fromHex, toHex } from '@isochain/core';
      const staker = fromHex('4000bd2c8b975d351c5f3a42618aca31e07e2b253fcd571e9630540a3cb6eafd');
      const terms = termsOf(staker, ['46542ccdcbde8a8c147c8d00f14d47f0d5c13c684d27497fc4610c7a4def15e5'], {
        stakingTime: 1000, unbondingTime: 100, covenantQuorum: 1,
        covenantKeys: ['4852a5d3e79cfdee1bda4ea729e879c1db0f19230eadd3cb96d3cb1efa8d30fa'],
      });
      export default { fetch: () => Response.json(toHex(stakingOutput(terms).script)) };`;
    return { source, answer: '5120b2b169d39fb8ea9828f6ed8dbbeaa12594706d03bfd1638a912608a085fdd7a5' };
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
