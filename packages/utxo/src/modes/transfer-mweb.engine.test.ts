import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import type { Chain } from '@isochain/core';
import { type LitecoinEngine, litecoinIsAvailable, startLitecoin } from '@isochain/devnet/utxo';
import { payments } from 'bitcoinjs-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signAll } from '../../test/signers.ts';
import { utxo } from '../index.ts';

const network = {
  messagePrefix: '',
  bech32: 'ltc',
  bip32: { public: 0, private: 0 },
  pubKeyHash: 0x30,
  scriptHash: 0x32,
  wif: 0xb0,
};

describe.skipIf(!litecoinIsAvailable())('coins that left MWEB, on a real node', () => {
  let engine: LitecoinEngine;
  beforeAll(async () => {
    engine = await startLitecoin({ chainId: 'litecoin', mweb: true, bare: true });
  });
  afterAll(() => engine?.stop());

  it.each([
    ['p2wpkh', 'esplora'],
    ['p2pkh', 'esplora'],
    ['p2wpkh', 'core'],
    ['p2pkh', 'core'],
  ] as const)('of %s are spent once they are six blocks deep, through %s', async (type, kind) => {
    const privateKey = createHash('sha256').update(`mweb ${type} ${kind}`).digest();
    const pubkey = ecc.pointFromScalar(privateKey, true) ?? new Uint8Array();
    const senderAddress =
      (type === 'p2wpkh' ? payments.p2wpkh({ pubkey, network }) : payments.p2pkh({ pubkey, network })).address ?? '';
    const coin = await engine.pegOut(senderAddress, 1_000_000n);
    const chain: Chain = utxo.connect('litecoin', {
      endpoints: engine.settings.endpoints.filter((endpoint) => endpoint.kind === kind),
      genesisHash: engine.genesisHash,
    });
    const encode = () =>
      chain.encode({ mode: 'transfer', senderAddress, recipientAddress: senderAddress, useMaxAmount: true });
    const height = await engine.height();
    const young = await encode();
    expect(young.status.errors).toMatchObject([{ code: 'coins.none' }]);
    expect(young.status.warnings).toMatchObject([
      { code: 'recipient.isSender' },
      { code: 'coins.immature', context: { held: '1000000', height: height + 6 } },
    ]);
    const { balances } = await chain.accountState(senderAddress, { include: ['native'] });
    expect(balances.native).toMatchObject({ available: '0', total: '1000000' });

    await engine.mine(5);
    const { transaction, status } = await encode();
    expect(status.errors).toEqual([]);
    const { params } = transaction.data as { params: { inputs: unknown } };
    expect(params.inputs).toMatchObject([{ txid: coin.txid, vout: coin.vout, value: '1000000' }]);
    const signatures = signAll({ encoded: transaction.encoded, privateKeys: [privateKey] });
    expect(await engine.testMempoolAccept(signatures['the signed transaction'])).toMatchObject({ allowed: true });
    await chain.broadcast({ ...transaction, signature: signatures['signatures in hex'] });
  });
});
