import type { FakeDeposit } from '@isochain/conformance';
import { Account, Asset, Claimant, Memo, MuxedAccount, Networks, Operation, StrKey, xdr } from '@stellar/stellar-base';
import { account, keyOf, other, thief, told, victim } from './ledger.ts';

const native = Asset.native();
const pay = (destination: string, amount: string, asset = native, source?: string) =>
  Operation.payment({ destination, asset, amount, ...(source === undefined ? {} : { source }) });

const underfunded = xdr.OperationResultTr.payment(xdr.PaymentResult.paymentUnderfunded());
const paid = xdr.OperationResultTr.payment(xdr.PaymentResult.paymentSuccess());

/** An asset that anybody issues, with any code. */
function imitation(code: string): FakeDeposit {
  const asset = new Asset(code, victim);
  return {
    kind: 'a token with the name of the coin or of a listed token',
    name: `an asset with the code ${code} of another issuer`,
    told: told([pay(account, '900', asset)], {}, { came: [{ amount: '9000000000', tokenId: `${code}:${victim}` }] }),
  };
}

const contract = new Asset('DEMO', victim).contractId(Networks.PUBLIC);
const call = Operation.invokeContractFunction({
  contract,
  function: 'transfer',
  args: [xdr.ScVal.scvString('to'), xdr.ScVal.scvString(account)],
});
const moves = (from: string, to: string, amount: string, more: object = {}) => ({
  ...{ type: 'transfer', asset_type: 'native', from, to, amount },
  ...more,
});
/** Who calls a contract, and what the server says that it moved. */
const called = (...changes: readonly object[]) => ({
  more: { details: { 0: { asset_balance_changes: changes } }, concerned: [account] },
});

const muxed = (id: string) => new MuxedAccount(new Account(account, '0'), id).accountId();
/** A contract whose 32 bytes are those of the account. */
const twin = StrKey.encodeContract(StrKey.decodeEd25519PublicKey(account));

const created = xdr.OperationResultTr.createAccount(xdr.CreateAccountResult.createAccountSuccess());

export const fakes: readonly FakeDeposit[] = [
  ...['XLM', 'USDC', 'U5DC'].map(imitation),
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a payment beside one that failed',
    told: told([pay(account, '900'), pay(other, '900')], { results: [paid, underfunded], fails: true }),
  },
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a payment whose fee another account raised, and that failed',
    told: told([pay(account, '900')], { results: [underfunded], fails: true, payer: victim }),
  },
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a call that failed, with what it would have moved',
    told: told([call], {
      results: [xdr.OperationResultTr.invokeHostFunction(xdr.InvokeHostFunctionResult.invokeHostFunctionTrapped())],
      fails: true,
      ...called(moves(thief, account, '900.0000000')),
    }),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'a balance that the account may claim',
    told: told([
      Operation.createClaimableBalance({ asset: native, amount: '900', claimants: [new Claimant(account)] }),
    ]),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a contract of the thief that tells a transfer: the server names no change',
    told: told([call], called()),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a change of a kind that moves nothing',
    told: told([call], called(moves(thief, account, '900.0000000', { type: 'approve' }))),
  },
  {
    kind: 'the memo of another payment',
    name: 'the memo that a contract gives another transfer before',
    told: told(
      [call],
      called(
        moves(thief, other, '0.0000001', { destination_muxed_id: 'customer 666', destination_muxed_id_type: 'string' }),
        moves(victim, account, '900.0000000'),
      ),
      { came: [{ amount: '9000000000' }], memo: null },
    ),
  },
  {
    kind: 'the memo of another payment',
    name: 'the memo that a contract gives another contract before',
    told: told(
      [call],
      called(
        moves(thief, twin, '0.0000001', { destination_muxed_id: 'customer 666', destination_muxed_id_type: 'string' }),
        moves(thief, account, '900.0000000', {
          destination_muxed_id: 'customer 1',
          destination_muxed_id_type: 'string',
        }),
      ),
      { came: [{ amount: '9000000000' }], memo: 'customer 1' },
    ),
  },
  {
    kind: 'the memo of another payment',
    name: 'the memo of a relayer, beside a payment that somebody else allowed',
    told: told(
      [call],
      { memo: Memo.text('customer 666'), ...called(moves(victim, account, '900.0000000')) },
      { came: [{ amount: '9000000000' }], memo: null },
    ),
  },
  {
    kind: 'the memo of another payment',
    name: 'the memo of a caller that gave a contract less than it pays',
    told: told(
      [call],
      {
        memo: Memo.text('customer 666'),
        ...called(moves(thief, twin, '0.0000001'), moves(twin, account, '900.0000000')),
      },
      { came: [{ amount: '9000000000' }], memo: null },
    ),
  },
  {
    kind: 'the memo of another payment',
    name: 'a payment to another customer of the same account',
    told: told([pay(muxed('7'), '900')], {}, { account: muxed('8') }),
  },
  {
    kind: 'a receiver on another chain',
    name: 'a payment to the contract that has the bytes of the account',
    told: told(
      [call],
      { more: { details: { 0: { asset_balance_changes: [moves(thief, twin, '900.0000000')] } } } },
      {
        isListed: false,
      },
    ),
  },
  {
    kind: 'a transfer of nothing',
    name: 'an account that is created without coins',
    told: told([Operation.createAccount({ destination: account, startingBalance: '0' })], { results: [created] }),
  },
  {
    kind: 'a transfer of nothing',
    name: 'a contract that moves nothing from a known account',
    told: told([call], called(moves(victim, account, '0.0000000'))),
  },
  {
    kind: 'a payment from an address that looks like a known one',
    name: 'dust from another account, beside a large payment to somebody else',
    told: told([pay(account, '0.0000001', native, keyOf(9)), pay(other, '900')], {}, { came: [{ amount: '1' }] }),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'a payment that goes on to another account in the same transaction',
    told: told([pay(account, '900'), pay(other, '899', native, account)], {}, { came: [{ amount: '10000000' }] }),
  },
];
