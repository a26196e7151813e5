import { findHandIns } from '../hand-ins/find.ts';

/**
 * Source of a Worker that loads a package and uses it: a family assembles its known transaction, core reads and seals one, babylon makes a script.
 *
 * @returns What it must answer, as JSON, beside it; undefined if the package is no family.
 */
export async function workerOf(packageName: string): Promise<{ source: string; answer: unknown } | undefined> {
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
  const handIn = (await findHandIns()).find((one) => `@isochain/${one.packageName}` === packageName);
  if (handIn === undefined) return undefined;
  const { exportName, knownTransaction } = handIn;
  const { chainId, data, encoded } = knownTransaction;
  const source = `
    import { itemsOf } from '@isochain/core';
    import { ${exportName} } from '${packageName}';
    export default {
      fetch() {
        const chain = ${exportName}.connect('${chainId}', { endpoints: ['https://nowhere.invalid'] });
        return Response.json(itemsOf(chain.adapter.bytes, ${JSON.stringify(data)}));
      },
    };`;
  return { source, answer: encoded };
}
