import { findHandIns } from '../hand-ins/find.ts';

/**
 * Source of a Worker that loads a package and uses it: a family assembles its known transaction, core reads and seals one.
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
