import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { encodeAnswers, mined, permissions, tronwebCases, walletCore } from '../test/fixtures.ts';

// The fixtures hold only what we read, under names of ours. These tests compare them with the recordings.

const path = (name: string) => `tron/${name}.json`;

interface RecordedVector {
  readonly name: string;
  readonly privateKey: string;
  readonly txID: string;
  readonly signature: string;
}

describeCaptures('the transactions of Trust Wallet Core', [path('vectors-wallet-core')], (read) => {
  it('equal the facts', () => {
    const recorded: RecordedVector[] = JSON.parse(read(path('vectors-wallet-core')));
    const factOf = (name: string) => recorded.find((each) => each.name === name);
    for (const { name, key, id, signature } of walletCore.transactions) {
      expect(factOf(name)).toMatchObject({ privateKey: key, txID: id, signature });
    }
    for (const { name, id } of walletCore.others) expect(factOf(name)?.txID).toBe(id);
    const known = [...walletCore.transactions, ...walletCore.others].map(({ name }) => name);
    // Kinds of contracts from before 2022, and one transaction a second time as JSON.
    expect(recorded.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([
      'SignFreezeBalance',
      'SignUnFreezeBalance',
      'SignUnFreezeAsset',
      'SignVoteAsset',
      'SignRawJsonTransferContract',
    ]);
    expect(factOf('SignRawJsonTransferContract')?.txID).toBe(factOf('SignTransfer')?.txID);
    expect(factOf('SignRawJsonTransferContract')?.signature).toBe(factOf('SignTransfer')?.signature);
  });
});

describeCaptures('the transactions of tronweb', [path('vectors-tronweb-6.5.1')], (read) => {
  it('equal the facts', () => {
    const { cases }: { cases: Record<string, object> } = JSON.parse(read(path('vectors-tronweb-6.5.1')));
    expect(Object.fromEntries(tronwebCases.map(({ name, ...each }) => [name, each]))).toEqual(cases);
  });
});

describeCaptures('the answers of hosted services', ['api-responses/tron.json'], (read) => {
  it('equal the facts', () => {
    const recorded: Record<string, { response: { transaction: object } }> = JSON.parse(read('api-responses/tron.json'));
    expect(encodeAnswers.map(({ mode, ...transaction }) => [mode, transaction])).toEqual(
      Object.entries(recorded).map(([mode, { response }]) => [mode, response.transaction]),
    );
  });
});

interface RecordedRow {
  readonly txID: string;
  readonly raw_data_hex?: string;
  readonly signature?: string | readonly string[];
}

describeCaptures(
  'the mined transactions',
  [path('mined-transactions'), path('trongrid-v1-account-transactions'), path('node-gettransactioninfobyid')],
  (read) => {
    it('equal the facts', () => {
      const rows: RecordedRow[] = JSON.parse(read(path('mined-transactions')));
      const { data }: { data: RecordedRow[] } = JSON.parse(read(path('trongrid-v1-account-transactions')));
      const infos: Record<string, { id: string; receipt: Record<string, number>; fee?: number }> = JSON.parse(
        read(path('node-gettransactioninfobyid')),
      );
      for (const each of mined) {
        const row = [...rows, ...data].find(({ txID }) => txID === each.id);
        if (row !== undefined)
          expect([row.raw_data_hex, [row.signature].flat()[0]]).toEqual([each.raw, each.signature]);
        const info = Object.values(infos).find(({ id }) => id === each.id);
        expect(row ?? info).toBeDefined();
        if (info === undefined) continue;
        const { net_usage = 0, net_fee = 0, energy_usage_total = 0, energy_usage = 0, energy_fee = 0 } = info.receipt;
        expect(each).toMatchObject({ netUsage: net_usage, netFee: net_fee, energy: energy_usage_total });
        expect(each).toMatchObject({ energyUsage: energy_usage, energyFee: energy_fee, fee: info.fee ?? 0 });
      }
    });
  },
);

describeCaptures(
  'the permissions',
  permissions.map(({ recording }) => `tron/${recording}`),
  (read) => {
    it.each(permissions)('$recording', ({ recording, active: [permission] }) => {
      expect(read(`tron/${recording}`)).toContain(permission?.operations);
    });
  },
);
