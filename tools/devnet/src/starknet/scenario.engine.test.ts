import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountOf, nonceOf, read, receiptOf, run, send } from '../../test/starknet-desk.ts';
import { accountClassHashes } from './classes/hashes.ts';
import { startStarknetDevnet } from './devnet.ts';
import { starknetDevnetMissing } from './devnet-binary.ts';
import type { StarknetAccount, StarknetEngine } from './engine.ts';
import { startStarknet } from './starknet.ts';
import { hex, padded, selectorOf, toFelt } from './vm/felt.ts';
import { contractAddress } from './vm/hashes.ts';
import { amount, deployAccount, invoke, multicall, signatureOf, signedBy } from './wallet.ts';
import { strkAddress } from './world.ts';

// The same steps on the real engine and on its model: what the model says shall be what the node says.

const strk = hex(strkAddress);
// The first account of starknet-devnet with seed 0 (argent-contracts-starknet:lib/accounts.ts).
const devnetKey = {
  address: '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
  publicKey: '0x39d9e6ce352ad4530a0ef5d5a18fd3303c3606a7fa6ac5b620020ad681cc33b',
  privateKey: '0x71d7bb07b9a64f6f78ac4c816aff4da9',
};

const engines = [
  {
    name: 'stand-in',
    skip: false,
    start: async () => {
      const engine = await startStarknet({ chainId: 'starknet-sepolia' });
      engine.deployAccount('openzeppelin-1.0.0', devnetKey.publicKey, { address: devnetKey.address });
      return engine;
    },
  },
  // It takes a program that not every machine has: `npm run build:engine -- starknet`.
  { name: 'starknet-devnet', skip: starknetDevnetMissing() !== undefined, start: () => startStarknetDevnet() },
];

const transfer = (value: bigint, to = '0x1234') => ({ to: strk, name: 'transfer', calldata: [to, ...amount(value)] });
const network = 'SN_SEPOLIA';

for (const { name, skip, start } of engines) {
  // In their order: nonces, balances and events are those that the steps before left.
  describe.skipIf(skip)(name, { shuffle: false }, () => {
    let engine: StarknetEngine;
    beforeAll(async () => {
      engine = await start();
    });
    afterAll(() => engine?.stop());

    const sendRaw = (transaction: object) =>
      engine.rpc('starknet_addInvokeTransaction', { invoke_transaction: transaction });

    it('names its chain and its version', async () => {
      expect(await engine.rpc('starknet_chainId')).toBe('0x534e5f5345504f4c4941');
      expect(await engine.rpc('starknet_specVersion')).toMatch(/^0\.10\./);
    });

    it('has five accounts with coins and tokens, and has deployed four', async () => {
      expect(engine.accounts).toHaveLength(5);
      expect(engine.tokens.map(({ ticker }) => ticker)).toEqual(['DEMO']);
      for (const { address, isDeployed, publicKey = '' } of engine.accounts) {
        expect(await engine.balance(address)).toBe(10_000n * 10n ** 18n);
        expect(await engine.balance(address, engine.tokens[0]?.id)).toBe(1_000_000_000_000n);
        const where = { block_id: 'pre_confirmed', contract_address: hex(toFelt(address)) };
        if (!isDeployed) {
          await expect(engine.rpc('starknet_getClassHashAt', where)).rejects.toMatchObject({ code: 20 });
          continue;
        }
        expect(await engine.rpc('starknet_getClassHashAt', where)).toBe(hex(accountClassHashes['argent-0.4.0']));
        expect(await engine.rpc('starknet_getNonce', where)).toBe('0x1');
        expect(await read(engine, hex(selectorOf('get_owner')), address)).toEqual([toFelt(publicKey)]);
        expect(await read(engine, hex(selectorOf('get_owner_type')), address)).toEqual([0n]);
        expect(await read(engine, hex(selectorOf('get_guardian')), address)).toEqual([0n]);
        expect(await read(engine, hex(selectorOf('get_guardian_guid')), address)).toEqual([1n]);
        expect(await read(engine, hex(selectorOf('get_guardian_type')), address)).toEqual([1n]);
        expect(await read(engine, hex(selectorOf('get_version')), address)).toEqual([0n, 4n, 0n]);
      }
    });

    it('answers balances and texts of tokens', async () => {
      const token = engine.tokens[0]?.id ?? '';
      expect(await read(engine, hex(selectorOf('decimals')), token)).toEqual([6n]);
      expect(await read(engine, hex(selectorOf('symbol')), token)).toEqual([0n, 0x44454d4fn, 4n]);
      expect(await read(engine, hex(selectorOf('name')), token)).toHaveLength(3);
      const holder = accountOf(engine, 1).address;
      for (const spelling of ['balanceOf', 'balance_of']) {
        expect(await read(engine, hex(selectorOf(spelling)), token, holder)).toEqual([1_000_000_000_000n, 0n]);
      }
    });

    it('moves coins, and charges prices times gas', async () => {
      const sender = accountOf(engine, 0);
      const before = await engine.balance(sender.address);
      const receipt = await run(engine, sender, [transfer(12_345n)]);
      expect(receipt).toMatchObject({ execution_status: 'SUCCEEDED', finality_status: 'ACCEPTED_ON_L2' });
      expect(receipt.actual_fee.unit).toBe('FRI');
      expect(await engine.balance('0x1234')).toBe(12_345n);
      expect(await engine.balance(sender.address)).toBe(before - 12_345n - BigInt(receipt.actual_fee.amount));
      expect(await nonceOf(engine, sender.address)).toBe(2n);
      const status = await engine.rpc('starknet_getTransactionStatus', { transaction_hash: receipt.transaction_hash });
      expect(status).toEqual({
        finality_status: 'ACCEPTED_ON_L2',
        execution_status: 'SUCCEEDED',
        failure_reason: null,
      });
      const own = receipt.events.filter(({ from_address }) => toFelt(from_address) === toFelt(sender.address));
      expect(own).toEqual([
        {
          from_address: hex(toFelt(sender.address)),
          keys: [hex(selectorOf('TransactionExecuted')), receipt.transaction_hash],
          data: ['0x1', '0x1', '0x1'],
        },
      ]);
    });

    it('moves tokens with events that name the parties in their keys', async () => {
      const sender = accountOf(engine, 1);
      const token = engine.tokens[0]?.id ?? '';
      const receipt = await run(engine, sender, [{ to: token, name: 'transfer', calldata: ['0x77', ...amount(5n)] }]);
      expect(await engine.balance('0x77', token)).toBe(5n);
      expect(receipt.events[0]).toEqual({
        from_address: hex(toFelt(token)),
        keys: [hex(selectorOf('Transfer')), hex(toFelt(sender.address)), '0x77'],
        data: ['0x5', '0x0'],
      });
    });

    it('reverts a whole multicall, charges the fee, and says why', async () => {
      const sender = accountOf(engine, 0);
      const token = engine.tokens[0]?.id ?? '';
      const before = await engine.balance(sender.address);
      const most = { to: token, name: 'transfer', calldata: ['0x99', ...amount(10n ** 30n)] };
      const receipt = await run(engine, sender, [transfer(7n, '0x99'), most]);
      expect(receipt.execution_status).toBe('REVERTED');
      const failed = "(0x617267656e742f6d756c746963616c6c2d6661696c6564 ('argent/multicall-failed'), 0x1, ";
      expect(receipt.revert_reason).toContain(failed);
      const inner = "('ERC20: insufficient balance'), 0x454e545259504f494e545f4641494c4544 ('ENTRYPOINT_FAILED'))";
      expect(receipt.revert_reason).toContain(inner);
      expect(await engine.balance('0x99')).toBe(0n);
      expect(await engine.balance(sender.address)).toBe(before - BigInt(receipt.actual_fee.amount));
      expect(await nonceOf(engine, sender.address)).toBe(3n);
      expect(receipt.events).toHaveLength(1);
    });

    it('reverts a call of a function that is not there', async () => {
      const receipt = await run(engine, accountOf(engine, 2), [{ to: strk, name: 'no_such_function', calldata: [] }]);
      expect(receipt.revert_reason).toContain('ENTRYPOINT_NOT_FOUND');
    });

    it('reverts a call of an address without a contract', async () => {
      const call = { to: '0x5555', name: 'transfer', calldata: ['0x1', ...amount(1n)] };
      const receipt = await run(engine, accountOf(engine, 2), [call]);
      expect(receipt.execution_status).toBe('REVERTED');
      expect(receipt.revert_reason).toContain('is not deployed');
    });

    it('reverts what needs more gas than its bounds', async () => {
      const receipt = await run(engine, accountOf(engine, 2), [transfer(1n)], { l2Amount: 900_000n });
      expect(receipt.execution_status).toBe('REVERTED');
      expect(receipt.revert_reason).toMatch(/^Insufficient max L2Gas: max amount: 900000, actual used: \d+\.$/);
    });

    it('refuses wrong signatures', async () => {
      const sender = accountOf(engine, 0);
      const nonce = await nonceOf(engine, sender.address);
      const good = invoke(sender.address, [transfer(1n)], nonce);
      const foreign = signatureOf(good, accountOf(engine, 1).privateKey, network);
      const byOther = { ...good, signature: ['0x1', '0x0', sender.publicKey, ...foreign] };
      const otherOwner = { ...good, signature: ['0x1', '0x0', accountOf(engine, 1).publicKey, ...foreign] };
      for (const transaction of [byOther, otherOwner, { ...good, signature: foreign }]) {
        await expect(sendRaw(transaction)).rejects.toMatchObject({
          code: 55,
          data: expect.stringContaining('argent/invalid-owner-sig'),
        });
      }
      for (const signature of [[], foreign.slice(1), ['0x1', ...foreign]]) {
        await expect(sendRaw({ ...good, signature })).rejects.toMatchObject({
          code: 55,
          data: expect.stringContaining('argent/invalid-signature-format'),
        });
      }
      const elsewhere = signedBy(sender, good, 'SN_MAIN');
      await expect(sendRaw(elsewhere)).rejects.toMatchObject({ code: 55 });
    });

    it('takes a signature of two felts', async () => {
      const sender = accountOf(engine, 3);
      const good = invoke(sender.address, [transfer(1n, '0x2222')], 1n);
      await sendRaw({ ...good, signature: signatureOf(good, sender.privateKey, network) });
      expect(await engine.balance('0x2222')).toBe(1n);
    });

    it('refuses nonces, balances and bounds', async () => {
      const sender = accountOf(engine, 0);
      const nonce = await nonceOf(engine, sender.address);
      const refused = (code: number, bounds: object, at = nonce) =>
        expect(
          sendRaw(signedBy(sender, invoke(sender.address, [transfer(1n)], at, bounds), network)),
        ).rejects.toMatchObject({ code });
      await refused(52, {}, 0n);
      await refused(52, {}, nonce + 1_000n);
      await refused(53, { l2Amount: 1_000n });
      await refused(53, { l1DataAmount: 1n });
      await refused(54, { l2Price: 10n ** 20n });
      const absent = accountOf(engine, 4);
      await expect(
        sendRaw(signedBy(absent, invoke(absent.address, [transfer(1n)], 1n), network)),
      ).rejects.toMatchObject({
        code: 52,
      });
    });

    it('knows a transaction only once', async () => {
      const sender = accountOf(engine, 0);
      const transaction = signedBy(
        sender,
        invoke(sender.address, [transfer(1n)], await nonceOf(engine, sender.address)),
        network,
      );
      await sendRaw(transaction);
      await expect(sendRaw(transaction)).rejects.toMatchObject({ code: 52 });
      const unknown = { transaction_hash: '0x1234' };
      await expect(engine.rpc('starknet_getTransactionStatus', unknown)).rejects.toMatchObject({ code: 29 });
      await expect(engine.rpc('starknet_getTransactionReceipt', unknown)).rejects.toMatchObject({ code: 29 });
      await expect(engine.rpc('starknet_getTransactionByHash', unknown)).rejects.toMatchObject({ code: 29 });
    });

    it('estimates: in full with a dummy signature, and without a validation', async () => {
      const sender = accountOf(engine, 0);
      const nonce = await nonceOf(engine, sender.address);
      const zero = { max_amount: '0x0', max_price_per_unit: '0x0' };
      const query = {
        ...invoke(sender.address, [transfer(1n)], nonce),
        version: '0x100000000000000000000000000000003',
        resource_bounds: { l1_gas: zero, l2_gas: zero, l1_data_gas: zero },
      };
      const dummy = ['0x1', '0x0', sender.publicKey, '0x123', '0x456'];
      const estimate = async (transaction: object, flags: string[] = []) => {
        const request = [transaction];
        const [found] = await engine.rpc<{ l2_gas_consumed: string; overall_fee: string; unit: string }[]>(
          'starknet_estimateFee',
          { request, simulation_flags: flags, block_id: 'pre_confirmed' },
        );
        return found;
      };
      const full = await estimate({ ...query, signature: dummy });
      const bare = await estimate({ ...query, signature: [] }, ['SKIP_VALIDATE']);
      expect(BigInt(full?.l2_gas_consumed ?? 0) - BigInt(bare?.l2_gas_consumed ?? 0)).toBe(185_600n);
      expect(full?.unit).toBe('FRI');
      await expect(estimate({ ...query, nonce: '0x0', signature: dummy })).rejects.toMatchObject({
        code: 41,
        data: { transaction_index: 0, execution_error: 'Account transaction nonce is invalid.' },
      });
      const wrong = ['0x1', '0x0', '0x1234567', '0x123', '0x456'];
      await expect(estimate({ ...query, signature: wrong })).rejects.toMatchObject({
        code: 41,
        data: { execution_error: expect.stringContaining('argent/invalid-owner-sig') },
      });
      const tooMuch = { ...query, calldata: multicall([transfer(10n ** 30n)]), signature: dummy };
      await expect(estimate(tooMuch)).rejects.toMatchObject({
        code: 41,
        data: {
          transaction_index: 0,
          execution_error: {
            contract_address: hex(toFelt(sender.address)),
            class_hash: hex(accountClassHashes['argent-0.4.0']),
            selector: hex(selectorOf('__execute__')),
            error: expect.stringContaining('argent/multicall-failed'),
          },
        },
      });
    });

    it('deploys an account, once', async () => {
      const account = accountOf(engine, 4);
      const { publicKey = '' } = account;
      const parts = [0n, toFelt(publicKey), 1n];
      const unsigned = deployAccount(accountClassHashes['argent-0.4.0'], publicKey, parts);
      const deploy = (transaction: object) =>
        engine.rpc<{ transaction_hash: string; contract_address: string }>('starknet_addDeployAccountTransaction', {
          deploy_account_transaction: transaction,
        });
      await expect(deploy(signedBy(accountOf(engine, 0), unsigned, network))).rejects.toMatchObject({ code: 55 });
      const unknown = deployAccount(0x1234n, publicKey, parts);
      await expect(deploy(signedBy(account, unknown, network))).rejects.toMatchObject({ code: 28 });
      const before = await engine.balance(account.address);
      const sent = await deploy(signedBy(account, unsigned, network));
      expect(toFelt(sent.contract_address)).toBe(toFelt(account.address));
      const receipt = await receiptOf(engine, sent.transaction_hash);
      expect(receipt).toMatchObject({ type: 'DEPLOY_ACCOUNT', execution_status: 'SUCCEEDED' });
      expect(receipt.events.slice(0, -1)).toMatchObject([
        { data: ['0x0', publicKey] },
        { keys: [hex(selectorOf('AccountCreated')), publicKey], data: ['0x0'] },
        { keys: [hex(selectorOf('AccountCreatedGuid')), expect.anything()], data: ['0x0'] },
      ]);
      expect(await engine.balance(account.address)).toBe(before - BigInt(receipt.actual_fee.amount));
      expect(await nonceOf(engine, account.address)).toBe(1n);
      await expect(deploy(signedBy(account, unsigned, network))).rejects.toMatchObject({ code: 52 });
      const transaction_hash = await send(engine, account, [transfer(3n, '0x3333')]);
      expect(await receiptOf(engine, transaction_hash)).toMatchObject({ execution_status: 'SUCCEEDED' });
    });

    it('serves an account with a guardian, in the words of its class', async () => {
      const [owner, guardian] = [accountOf(engine, 0), accountOf(engine, 1)];
      const keys = [toFelt(owner.publicKey ?? ''), toFelt(guardian.publicKey ?? '')] as const;
      const calldata = [0n, keys[0], 0n, 0n, keys[1]];
      const classHash = accountClassHashes['argent-0.4.0'];
      const address = padded(contractAddress(classHash, keys[0], calldata));
      await engine.fund(address, 10n ** 19n);
      const of = (transaction: object, account: StarknetAccount) =>
        signatureOf(transaction, account.privateKey, network);
      const long = (transaction: object, ...accounts: StarknetAccount[]) => [
        hex(accounts.length),
        ...accounts.flatMap((one) => ['0x0', one.publicKey ?? '', ...of(transaction, one)]),
      ];
      const unsigned = deployAccount(classHash, owner.publicKey ?? '', calldata);
      const signature = long(unsigned, owner, guardian);
      const { transaction_hash } = await engine.rpc<{ transaction_hash: string }>(
        'starknet_addDeployAccountTransaction',
        { deploy_account_transaction: { ...unsigned, signature } },
      );
      const { events } = await receiptOf(engine, transaction_hash);
      expect(events.slice(0, -1).map(({ keys: [name] }) => name)).toEqual(
        ['SignerLinked', 'SignerLinked', 'AccountCreated', 'AccountCreatedGuid'].map((name) => hex(selectorOf(name))),
      );
      const attempt = async (sign: (transaction: object) => string[]): Promise<string> => {
        const transaction = invoke(address, [transfer(1n)], await nonceOf(engine, address));
        try {
          await sendRaw({ ...transaction, signature: sign(transaction) });
          return 'ok';
        } catch (error) {
          return /\('([^']+)'\)\.\n$/.exec(String((error as { data?: unknown }).data))?.[1] ?? String(error);
        }
      };
      expect(await attempt((one) => long(one, owner))).toBe('argent/invalid-signature-length');
      expect(await attempt((one) => of(one, owner))).toBe('argent/invalid-signature-length');
      expect(await attempt((one) => long(one, owner, owner))).toBe('argent/invalid-guardian-sig');
      expect(await attempt((one) => [...of(one, owner), ...of(one, owner)])).toBe('argent/invalid-guardian-sig');
      expect(await attempt((one) => long(one, owner, guardian, guardian))).toBe('argent/invalid-signature-length');
      expect(await attempt((one) => [...long(one, owner, guardian), '0x1'])).toBe('argent/invalid-signature-length');
      expect(await attempt(() => ['0x0'])).toBe('argent/invalid-signature-length');
      expect(await attempt(() => ['0x1', '0x9', '0x2', '0x3', '0x4'])).toBe('argent/invalid-signature-format');
      expect(await attempt(() => ['0x1', '0x0', '0x0', '0x3', '0x4'])).toBe('argent/invalid-signature-format');
      expect(await attempt((one) => long(one, owner, guardian))).toBe('ok');
      expect(await attempt((one) => [...of(one, owner), ...of(one, guardian)])).toBe('ok');
      expect(await read(engine, hex(selectorOf('get_guardian')), address)).toEqual([keys[1]]);
    });

    it('pages events in the order of the chain', async () => {
      const address = hex(toFelt(accountOf(engine, 0).address));
      const filter = { from_block: { block_number: 0 }, to_block: 'latest', address, keys: [], chunk_size: 2 };
      interface Page {
        readonly events: { block_number: number; event_index: number; transaction_index: number }[];
        readonly continuation_token?: string;
      }
      const ask = (more: object = {}) => engine.rpc<Page>('starknet_getEvents', { filter: { ...filter, ...more } });
      const first = await ask();
      expect(first.events).toHaveLength(2);
      const all = await ask({ chunk_size: 100 });
      const numbers = all.events.map((event) => event.block_number);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      const rest = [...first.events];
      for (let token = first.continuation_token; token !== undefined; ) {
        const next = await ask({ continuation_token: token });
        rest.push(...next.events);
        token = next.continuation_token;
      }
      expect(rest).toEqual(all.events);
      await expect(ask({ continuation_token: 'zzz' })).rejects.toMatchObject({ code: 33 });
    });

    it('refuses calls in the words of the node', async () => {
      const call = (to: string, name: string, calldata: string[] = []) =>
        engine.rpc('starknet_call', {
          request: { contract_address: to, entry_point_selector: hex(selectorOf(name)), calldata },
          block_id: 'pre_confirmed',
        });
      await expect(call(strk, 'no_such_function')).rejects.toMatchObject({ code: 21 });
      await expect(call('0x1234', 'balanceOf', ['0x1'])).rejects.toMatchObject({ code: 20 });
      await expect(call(engine.tokens[0]?.id.replace('0x0', '0x') ?? '', 'balanceOf')).rejects.toMatchObject({
        code: 40,
        data: { revert_error: { error: '["0x4661696c656420746f20646573657269616c697a6520706172616d202331"]' } },
      });
      const where = { block_id: 'pending', contract_address: '0x1' };
      await expect(engine.rpc('starknet_getNonce', where)).rejects.toMatchObject({ code: -32602 });
      await expect(engine.rpc('starknet_noSuchMethod')).rejects.toMatchObject({ code: -32601 });
      const version = { ...invoke(accountOf(engine, 0).address, [transfer(1n)], 9n), version: '0x1' };
      await expect(sendRaw(version)).rejects.toMatchObject({ code: -32602 });
    });

    it('serves an account of OpenZeppelin, whose failures name every contract', async () => {
      const { address, privateKey, publicKey } = devnetKey;
      expect(await read(engine, hex(selectorOf('get_public_key')), address)).toEqual([toFelt(publicKey)]);
      const sign = async (calls: Parameters<typeof invoke>[1]) => {
        const transaction = invoke(address, calls, await nonceOf(engine, address));
        return { ...transaction, signature: signatureOf(transaction, privateKey, network) };
      };
      const attempt = async (calls: Parameters<typeof invoke>[1]) => {
        const transaction = await sign(calls);
        const request = { request: [transaction], simulation_flags: [], block_id: 'pre_confirmed' };
        const refusal: unknown = await engine.rpc('starknet_estimateFee', request).catch((error: unknown) => error);
        const { transaction_hash } = (await sendRaw(transaction)) as { transaction_hash: string };
        const { revert_reason = '' } = await receiptOf(engine, transaction_hash);
        return { revert_reason, data: (refusal as { data: { execution_error: object } }).data.execution_error };
      };
      const account = { contract_address: hex(toFelt(address)), selector: hex(selectorOf('__execute__')) };
      const token = engine.tokens[0]?.id ?? '';

      const much = await attempt([{ to: token, name: 'transfer', calldata: ['0x1', ...amount(10n ** 40n)] }]);
      const felt = '0x45524332303a20696e73756666696369656e742062616c616e6365';
      expect(much.revert_reason.split('\n').slice(2)).toEqual([
        'Execution failed. Failure reason:',
        expect.stringMatching(
          new RegExp(`^Error in contract \\(contract address: ${address}, class hash: 0x05b4b5.*:$`),
        ),
        expect.stringMatching(new RegExp(`^Error in contract \\(contract address: ${token}, class hash: 0x02e77e.*:$`)),
        `${felt} ('ERC20: insufficient balance').`,
        '',
      ]);
      const inToken = { contract_address: hex(toFelt(token)), selector: hex(selectorOf('transfer')) };
      expect(much.data).toMatchObject({
        ...account,
        error: { ...account, error: { ...inToken, error: `${much.revert_reason} ["${felt}"]` } },
      });

      const absent = await attempt([{ to: '0x5555', name: 'transfer', calldata: ['0x1', ...amount(1n)] }]);
      expect(absent.revert_reason).toContain('1: Error in the called contract (contract address: 0x000000');
      const at = `0x${'5555'.padStart(64, '0')}`;
      expect(absent.data).toMatchObject({
        ...account,
        error: {
          contract_address: '0x5555',
          class_hash: '0x0',
          selector: hex(selectorOf('transfer')),
          error: `Requested contract address ${at} is not deployed.\n`,
        },
      });

      const unsigned = await sign([{ to: token, name: 'transfer', calldata: ['0x1', ...amount(0n)] }]);
      for (const signature of [[], ['0x1', '0x2'], ['0x1', ...unsigned.signature]]) {
        const text = "('Account: invalid signature')";
        await expect(sendRaw({ ...unsigned, signature })).rejects.toMatchObject({
          code: 55,
          data: expect.stringContaining(text),
        });
      }
    });

    it('lets time pass', async () => {
      const time = async () => {
        const block = { block_id: 'latest' };
        return (await engine.rpc<{ timestamp: number }>('starknet_getBlockWithTxHashes', block)).timestamp;
      };
      const before = await time();
      await engine.advance(86_400);
      expect(await time()).toBeGreaterThanOrEqual(before + 86_400);
    });
  });
}
