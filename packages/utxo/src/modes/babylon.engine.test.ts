import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { planUnbonding, readRegistration, type StakeRegistration, sighashOf, termsOf } from '@isochain/babylon';
import { type Chain, type EncodedItem, signedOf } from '@isochain/core';
import { type LitecoinEngine, litecoinIsAvailable, startLitecoin } from '@isochain/devnet/utxo';
import { Transaction } from 'bitcoinjs-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureOf, TestBabylon, type TestKey, testKey } from '../../../babylon/test/test-babylon.ts';
import { signAll, signPsbt } from '../../test/signers.ts';
import { utxo } from '../index.ts';

type Data = Record<string, unknown> & { readonly params: Record<string, unknown> };

const staked = 1_000_000n;
const babylonAddress = 'bbn1fc9qp3ujx7ylc34pcmwackdwdaexgs02rvpek8';

// A node only judges the scripts, so Litecoin's node stands in for signet's.
describe.skipIf(!litecoinIsAvailable()).each([
  { members: 5, quorum: 3 },
  { members: 9, quorum: 6 },
])('stakes with a covenant of $quorum of $members, on litecoind', ({ members, quorum }) => {
  const babylon = new TestBabylon(`${quorum} of ${members}`, { members, quorum });
  let engine: LitecoinEngine;
  let chain: Chain;
  let keys = 0;

  beforeAll(async () => {
    engine = await startLitecoin({ chainId: 'bitcoin-signet', bare: true });
    const [esplora] = engine.settings.endpoints;
    chain = utxo.connect('bitcoin-signet', {
      genesisHash: engine.genesisHash,
      endpoints: [
        ...(esplora === undefined ? [] : [esplora]),
        { url: 'http://one.babylon', name: 'one', kind: 'babylon' },
        { url: 'http://two.babylon', name: 'two', kind: 'babylon' },
        { url: 'http://index.babylon', name: 'index', kind: 'babylon-staking' },
      ],
      fetch: babylon.fetch as typeof fetch,
    });
  });
  afterAll(() => engine?.stop());

  async function encode(data: object) {
    const { transaction, status } = await chain.encode(data);
    return { data: transaction.data as Data, encoded: transaction.encoded, status };
  }

  /** The answer of an encode without errors. */
  async function encodeWell(data: object) {
    const { status, ...transaction } = await encode(data);
    expect(status.errors).toEqual([]);
    return transaction;
  }

  const messageOf = async (data: object) =>
    (await encode(data)).status.errors.map(({ code, message }) => `${code}: ${message}`);
  const signed = (encoded: readonly EncodedItem[], key: TestKey) => signAll({ encoded, privateKeys: [key.privateKey] });
  const final = (data: Data, signature: string) => {
    const { checksum: _, ...params } = data.params;
    return signedOf(chain.adapter.bytes, { ...data, params } as never, signature);
  };
  const confirm = async (raw: string) => {
    const txid = await engine.rpc<string>('sendrawtransaction', [raw]);
    await engine.mine();
    return txid;
  };
  const idle = {
    mode: 'withdraw',
    validatorAddress: babylon.finalityProvider.xOnly,
    params: { feeRate: '2' },
  } as const;

  /** A new staker with coins at an address of this type, and the sender's fields for intents. */
  async function newStaker(type = 'p2tr') {
    const key = testKey(`staker ${quorum} ${keys++}`);
    const address = chain.addresses(key.publicKey).addresses.find((each) => each.type === type)?.address ?? '';
    await engine.fund(address, 700_000n);
    await engine.fund(address, 600_000n);
    return { key, address, from: { senderAddress: address, senderPubKey: key.publicKey } };
  }

  type Staker = Awaited<ReturnType<typeof newStaker>>;

  async function encodeStake({ from }: Staker, params: object = {}) {
    return encodeWell({
      ...{ mode: 'stake', ...from, targetValidatorAddress: babylon.finalityProvider.xOnly },
      ...{ amount: staked.toString(), params: { feeRate: '3', ...params } },
    });
  }

  /** What the staker signs for Babylon, in the way that wallets do. */
  function register(
    { key }: Staker,
    { data }: { data: Data },
    stakingTime?: number,
    inclusionProof?: unknown,
  ): StakeRegistration {
    const sign = (psbt: unknown) =>
      signPsbt({ encoded: [{ raw: { format: 'PSBT', value: String(psbt) } }], privateKeys: [key.privateKey] })
        .finalizeAllInputs()
        .toHex();
    const { stakingPsbt, slashingPsbt, unbondingTransaction, unbondingSlashingPsbt } = data.params;
    const message = Buffer.from(babylonAddress);
    return readRegistration(
      {
        senderAddress: babylonAddress,
        senderForeignPubKey: key.publicKey,
        proofOfPossession: proofOf(key, message),
        amount: String(data.amount),
        validatorPubKey: babylon.finalityProvider.xOnly,
        unsignedUnbondingTransaction: String(unbondingTransaction),
        signedStakingTransaction: sign(stakingPsbt),
        signedSlashingTransaction: sign(slashingPsbt),
        signedUnbondingSlashingTransaction: sign(unbondingSlashingPsbt),
      },
      { chainId: 'bitcoin-signet', parameters: babylon.parameters, stakingTime, inclusionProof },
    );
  }

  /** A stake that is on Bitcoin, and active. */
  async function stake(staker: Staker, stakingTime?: number) {
    const { data, encoded } = await encodeStake(staker, stakingTime === undefined ? {} : { stakingTime });
    const registration = register(staker, { data }, stakingTime);
    const txid = registration.stakingTxid;
    babylon.register(registration);
    babylon.sign(txid, unbondingSighash(staker, registration));
    babylon.set(txid, 'VERIFIED');
    const { hash } = await chain.broadcast({
      data,
      encoded,
      signature: signed(encoded, staker.key)['the signed PSBT in hex'],
    });
    expect(hash).toBe(txid);
    await engine.mine();
    babylon.set(txid, 'ACTIVE');
    expect(await readingOf(txid)).toEqual(['stake', { target: validator(staked) }]);
    const [newest] = (await chain.history(staker.address)).transactions;
    expect(newest?.parsed).toMatchObject({ id: txid, mode: 'stake', validators: { target: validator(staked) } });
    return { data, registration, txid };
  }

  /** What the covenant signs to let the stake end early. */
  function unbondingSighash({ key }: Staker, { stakingTxid: txid, stakingTime }: StakeRegistration): string {
    const { covenant: covenantKeys, quorum: covenantQuorum, unbondingTime, unbondingFee } = babylon.parameters;
    const terms = termsOf(Buffer.from(key.xOnly, 'hex'), [babylon.finalityProvider.xOnly], {
      ...{ covenantKeys: [...covenantKeys], covenantQuorum, unbondingTime, stakingTime },
    });
    return sighashOf(planUnbonding({ txid, vout: 0, value: staked, terms }, unbondingFee));
  }

  /** Ends a stake early, and confirms it. */
  async function unstake({ key, from }: Staker, { txid }: { readonly txid: string }) {
    const validatorAddress = babylon.finalityProvider.xOnly;
    const { data, encoded } = await encodeWell({
      mode: 'unstake',
      ...from,
      validatorAddress,
      stakeId: txid,
      useMaxAmount: true,
    });
    const signature = signed(encoded, key)['signatures in hex'];
    const { hash } = await chain.broadcast({ data, encoded, signature });
    await engine.mine();
    babylon.set(txid, 'UNBONDED', 'EARLY_UNBONDING');
    return hash;
  }

  /** What a transaction is, as everybody sees it. */
  async function readingOf(txid: string) {
    const { parsed } = (await chain.transaction(txid)).transaction;
    return [parsed?.mode, parsed?.validators];
  }
  const validator = (amount: bigint) => ({
    address: babylon.finalityProvider.xOnly,
    amount: amount.toString(),
    ticker: chain.adapter.bytes.identity.ticker,
  });

  /** Waits until coins of the last block have been locked for this long, and takes them back; not a block earlier. */
  async function withdrawAfter(blocks: number, { key, from, address }: Staker, txid: string, expected: bigint) {
    const mined = await engine.height();
    const request = { ...idle, ...from, stakeId: txid };
    await engine.mine(blocks - 2);
    expect(await messageOf(request)).toEqual([
      `position.locked: The staking position is locked: until block ${mined + blocks - 1}, and the chain is at block ${mined + blocks - 2}.`,
    ]);
    await engine.mine();
    const { data, encoded } = await encodeWell(request);
    const { raw, hash } = await final(data, signed(encoded, key)['the finalized PSBT in hex']);
    expect(await engine.testMempoolAccept(raw)).toMatchObject({ allowed: true, vsize: data.params.vsize });
    expect(BigInt(String(data.fees))).toBe(2n * BigInt(Number(data.params.vsize)));
    expect(BigInt(String(data.amount)) + BigInt(String(data.fees))).toBe(expected);

    const tip = await engine.rpc('getbestblockhash');
    await engine.rpc('invalidateblock', [tip]);
    expect(await engine.testMempoolAccept(raw)).toMatchObject({ allowed: false, 'reject-reason': 'non-BIP68-final' });
    await engine.rpc('reconsiderblock', [tip]);

    const before = await engine.balanceOf(address);
    expect(
      await chain.broadcast({ data, encoded, signature: signed(encoded, key)['signatures in hex'] }),
    ).toMatchObject({ hash });
    await engine.mine();
    expect(await engine.balanceOf(address)).toBe(before + BigInt(String(data.amount)));
    expect(await readingOf(hash)).toEqual(['withdraw', { source: validator(expected) }]);
    const [newest] = (await chain.history(address)).transactions;
    expect(newest?.parsed).toMatchObject({ id: hash, mode: 'withdraw', validators: { source: validator(expected) } });
    expect(await messageOf(request)).toEqual([
      `position.notFound: There is no such staking position: transaction ${hash} withdrew it.`,
    ]);
  }

  it.each(['p2wpkh', 'p2tr', 'p2sh-p2wpkh'])('are sent once the covenant has signed: %s', async (type) => {
    const staker = await newStaker(type);
    const { data, encoded } = await encodeStake(staker);
    const txid = String(data.params.stakingTxid);
    const forms = signed(encoded, staker.key);
    const send = (signature: string) => chain.broadcast({ data, encoded, signature });

    const { raw, hash } = await final(data, forms['the signed PSBT in hex']);
    expect(hash).toBe(txid);
    expect(Transaction.fromHex(raw).getId()).toBe(txid);
    expect(await engine.testMempoolAccept(raw)).toMatchObject({ txid, allowed: true });

    await expect(send(forms['the signed PSBT in hex'])).rejects.toMatchObject({ code: 'broadcast.stakeNotRegistered' });
    const registration = register(staker, { data });
    expect(registration.stakingTxid).toBe(txid);
    babylon.register(registration);
    await expect(send(forms['the signed PSBT in hex'])).rejects.toMatchObject({ code: 'broadcast.stakeNotVerified' });
    const sighash = unbondingSighash(staker, registration);
    babylon.set(txid, 'VERIFIED');
    babylon.sign(txid, sighash, [...Array(quorum - 1).keys()]);
    await expect(send(forms['the signed PSBT in hex'])).rejects.toMatchObject({ code: 'broadcast.stakeNotVerified' });
    expect(await engine.rpc('getrawmempool')).toEqual([]);
    babylon.sign(txid, sighash);
    for (const form of ['the signed PSBT in hex', 'the signed transaction', 'signatures in hex'] as const)
      expect(await send(forms[form])).toMatchObject({ hash: txid });
    await engine.mine();
    babylon.set(txid, 'ACTIVE');
    expect(await send(forms['the signed PSBT in hex'])).toMatchObject({ hash: txid });
    // The lock is what it says, and the rest came back.
    const script = Transaction.fromHex(raw).outs[0]?.script ?? new Uint8Array();
    expect(await engine.balanceOf(script)).toBe(staked);
    expect(await engine.balanceOf(staker.address)).toBe(1_300_000n - staked - BigInt(String(data.fees)));
  });

  it('end early with a quorum of the covenant, and come back once unbonding is over', async () => {
    const staker = await newStaker();
    const { txid, registration } = await stake(staker);
    const { unbondingFee, unbondingTime } = babylon.parameters;
    const validatorAddress = babylon.finalityProvider.xOnly;
    const state = () => chain.accountState(staker.address, { include: ['staking'], publicKey: staker.key.publicKey });
    expect((await state()).balances.staking).toMatchObject({
      locked: staked.toString(),
      positions: [{ stakeId: txid, status: 'locked', validatorAddresses: [validatorAddress] }],
    });

    // The only one with the validator needs no name.
    const { data, encoded } = await encodeWell({
      mode: 'unstake',
      ...staker.from,
      validatorAddress,
      amount: staked.toString(),
    });
    expect(data).toMatchObject({ stakeId: txid, fees: unbondingFee.toString() });
    const forms = signed(encoded, staker.key);
    const { raw, hash } = await final(data, forms['the finalized PSBT in hex']);
    expect(await engine.testMempoolAccept(raw)).toMatchObject({ allowed: true });
    expect(Transaction.fromHex(raw).getId()).toBe(Transaction.fromBuffer(registration.unbondingTransaction).getId());

    const altered = (change: (witness: Uint8Array[]) => void) => {
      const transaction = Transaction.fromHex(raw);
      const witness = [...(transaction.ins[0]?.witness ?? [])];
      change(witness);
      transaction.setWitness(0, witness);
      return engine.testMempoolAccept(transaction.toHex());
    };
    const refused = { allowed: false, 'reject-reason': expect.stringContaining('script-verify-flag') };
    const descending = babylon.covenant.toSorted((a, b) => (a.xOnly < b.xOnly ? 1 : -1));
    const signs = (item: Uint8Array | undefined) => item?.length === 64;
    expect((Transaction.fromHex(raw).ins[0]?.witness ?? []).slice(0, members).filter(signs)).toHaveLength(quorum);
    // One too few, one too many, and one of another.
    expect(await altered((witness) => witness.splice(witness.findIndex(signs), 1, new Uint8Array()))).toMatchObject(
      refused,
    );
    expect(
      await altered((witness) => {
        const absent = witness.findIndex((item) => item.length === 0);
        witness[absent] = signatureOf(descending[absent] as TestKey, encoded[0]?.hash?.value ?? '');
      }),
    ).toMatchObject(refused);
    expect(
      await altered((witness) => {
        const present = witness.findIndex(signs);
        witness[present] = signatureOf(babylon.finalityProvider, encoded[0]?.hash?.value ?? '');
      }),
    ).toMatchObject(refused);

    expect(await chain.broadcast({ data, encoded, signature: forms['the signed PSBT in base64'] })).toMatchObject({
      hash,
    });
    expect(await messageOf({ ...idle, ...staker.from, stakeId: txid })).toEqual([
      `position.locked: The staking position is locked: transaction ${hash} is not confirmed yet.`,
    ]);
    await engine.mine();
    expect(await readingOf(hash)).toEqual(['unstake', { source: validator(staked) }]);
    babylon.set(txid, 'UNBONDED', 'EARLY_UNBONDING');
    const { staking } = (await state()).balances;
    expect(staking).toMatchObject({
      unlocking: staked.toString(),
      positions: [{ stakeId: txid, status: 'unlocking' }],
    });
    expect(Number(staking?.positions[0]?.completionDate)).toBeGreaterThan(Date.now());

    await withdrawAfter(unbondingTime, staker, txid, staked - unbondingFee);
  });

  it('end early and come back if Babylon never activates them', async () => {
    const staker = await newStaker();
    const { txid } = await stake(staker);
    babylon.set(txid, 'VERIFIED');
    const staking = async () =>
      (await chain.accountState(staker.address, { include: ['staking'], publicKey: staker.key.publicKey })).balances
        .staking;
    expect(await staking()).toMatchObject({
      locked: staked.toString(),
      positions: [{ stakeId: txid, status: 'locked' }],
    });
    await unstake(staker, { txid });
    // Babylon has noticed nothing.
    babylon.set(txid, 'VERIFIED');
    expect(await staking()).toMatchObject({ unlocking: staked.toString(), positions: [{ status: 'unlocking' }] });
    const { unbondingFee, unbondingTime } = babylon.parameters;
    await withdrawAfter(unbondingTime, staker, txid, staked - unbondingFee);
  });

  it.each(['esplora', 'core'])('are registered with a proof if they were sent first: %s', async (kind) => {
    const staker = await newStaker('p2wpkh');
    const { data, encoded } = await encodeStake(staker, { postStaking: true });
    const signature = signed(encoded, staker.key)['the signed PSBT in hex'];
    const { hash: txid } = await chain.broadcast({ data, encoded, signature });
    const over: Chain = utxo.connect('bitcoin-signet', {
      genesisHash: engine.genesisHash,
      endpoints: [
        ...engine.settings.endpoints.filter((endpoint) => endpoint.kind === kind),
        { url: 'http://one.babylon', name: 'one', kind: 'babylon' },
        { url: 'http://two.babylon', name: 'two', kind: 'babylon' },
        { url: 'http://three.babylon', name: 'three', kind: 'babylon' },
      ],
      fetch: babylon.fetch as typeof fetch,
    });
    const request = {
      ...{ mode: 'stake', ...staker.from, targetValidatorAddress: babylon.finalityProvider.xOnly },
      ...{ useMaxAmount: true, params: { registers: txid } },
    };
    const messages = async () => (await over.encode(request)).status.errors.map(({ message }) => message);
    expect(await messages()).toEqual([expect.stringContaining('is not confirmed yet')]);

    // Others are in the same block.
    for (let i = 0; i < 4; i++) await engine.pay([{ to: staker.address, amount: 10_000n }], { confirm: false });
    await engine.mine();
    const height = await engine.height();
    const blockHash = await engine.rpc<string>('getblockhash', [height]);
    const { lightClient, confirmationDepth } = babylon;
    lightClient.tip = height + confirmationDepth - 1;
    expect(await messages()).toEqual([expect.stringContaining('Babylon does not know its block yet')]);
    lightClient.heights.set(blockHash, height);
    expect(await messages()).toEqual([
      `The stake cannot be registered yet: ${confirmationDepth - 1} blocks follow its own, and Babylon asks for ${confirmationDepth}.`,
    ]);
    await engine.mine(confirmationDepth);
    lightClient.tip = height + confirmationDepth;

    const { transaction, status } = await over.encode(request);
    expect(status).toEqual({ errors: [], warnings: [] });
    const answered = transaction.data as Data;
    for (const name of ['slashingPsbt', 'unbondingTransaction', 'unbondingSlashingPsbt', 'stakingTxid'])
      expect(answered.params[name]).toBe(data.params[name]);
    const block = await engine.rpc<{ tx: string[] }>('getblock', [blockHash]);
    const { inclusionProof } = answered.params as { inclusionProof: { index: number; blockHash: string } };
    expect(inclusionProof).toMatchObject({ index: block.tx.indexOf(txid), blockHash });
    const registration = register(staker, { data: answered }, undefined, inclusionProof);
    expect(registration).toMatchObject({ stakingTxid: txid, inclusionProof: { index: inclusionProof.index } });

    // Sending it again does no harm.
    const again = signed(transaction.encoded, staker.key)['the signed PSBT in hex'];
    expect(await over.broadcast({ data: answered, encoded: transaction.encoded, signature: again })).toMatchObject({
      hash: txid,
    });
    // Once it is registered, it can be ended as soon as the covenant has signed.
    babylon.register(registration);
    expect(await messages()).toEqual([expect.stringContaining('is registered on Babylon Testnet already')]);
    babylon.sign(txid, unbondingSighash(staker, registration));
    await unstake(staker, { txid });
  });

  it('come back when their time is over', async () => {
    const staker = await newStaker('p2wpkh');
    const { txid } = await stake(staker, 15);
    await withdrawAfter(15, staker, txid, staked);
  });

  it('can be slashed, and the rest comes back', async () => {
    const staker = await newStaker();
    const { txid, data, registration } = await stake(staker);
    const slash = (count?: number) =>
      babylon.slash(
        ...([String(data.params.slashingPsbt), String(data.params.slashingSighash)] as const),
        ...([registration.slashingSignature, count] as const),
      );
    expect(await engine.testMempoolAccept(slash(quorum - 1))).toMatchObject({ allowed: false });
    expect(await engine.testMempoolAccept(slash(quorum + 1))).toMatchObject({ allowed: false });
    expect(await engine.testMempoolAccept(slash())).toMatchObject({ allowed: true });
    await confirm(slash());
    const slashed = Buffer.from(babylon.parameters.slashingScript, 'hex');
    expect(await engine.balanceOf(slashed)).toBeGreaterThanOrEqual(staked / 20n);
    // 5 %, and the fee.
    const { unbondingTime, slashingFee } = babylon.parameters;
    await withdrawAfter(unbondingTime, staker, txid, staked - staked / 20n - slashingFee);
  });

  it('can be slashed while they end, too', async () => {
    const staker = await newStaker();
    const { txid, data, registration } = await stake(staker);
    await unstake(staker, { txid });
    const raw = babylon.slash(
      ...([String(data.params.unbondingSlashingPsbt), String(data.params.unbondingSlashingSighash)] as const),
      registration.unbondingSlashingSignature,
    );
    expect(await engine.testMempoolAccept(raw)).toMatchObject({ allowed: true });
    await confirm(raw);
    const { unbondingTime, slashingFee, unbondingFee } = babylon.parameters;
    const unbonded = staked - unbondingFee;
    await withdrawAfter(unbondingTime, staker, txid, unbonded - unbonded / 20n - slashingFee);
  });

  it('take two rounds of requests to begin, one to end and three to withdraw', async () => {
    const staker = await newStaker();
    const { txid } = await stake(staker, 15);
    await engine.mine(15);
    const rounds = async (data: object) => {
      let count = 0;
      const { status } = await chain.encode(data, { onTrace: ({ roundTrips }) => (count = roundTrips) });
      expect(status.errors).toEqual([]);
      return count;
    };
    const validatorAddress = babylon.finalityProvider.xOnly;
    const more = { ...staker.from, targetValidatorAddress: validatorAddress, amount: '50000' };
    expect(await rounds({ mode: 'stake', ...more })).toBe(2);
    expect(await rounds({ mode: 'unstake', ...staker.from, validatorAddress, stakeId: txid, useMaxAmount: true })).toBe(
      1,
    );
    expect(await rounds({ ...idle, ...staker.from, stakeId: txid })).toBe(3);
  });

  it('take signers of hashes as well as wallets', async () => {
    const staker = await newStaker();
    const { data } = await encodeStake(staker);
    const registration = register(staker, { data });
    expect(registration.slashingSignature).toEqual(
      bufferOf(signatureOf(staker.key, String(data.params.slashingSighash))),
    );
    expect(registration.unbondingSlashingSignature).toEqual(
      bufferOf(signatureOf(staker.key, String(data.params.unbondingSlashingSighash))),
    );
  });
});

const bufferOf = (bytes: Uint8Array) => Uint8Array.from(bytes);

/** What wallets make of a message: the form that Bitcoin Core has had since 0.9. */
function proofOf({ privateKey }: TestKey, message: Uint8Array): string {
  const hash = (data: Uint8Array) => createHash('sha256').update(data).digest();
  const digest = hash(
    hash(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.of(message.length), message])),
  );
  const { signature, recoveryId } = ecc.signRecoverable(digest, privateKey);
  return Buffer.concat([Buffer.of(31 + recoveryId), signature]).toString('hex');
}
