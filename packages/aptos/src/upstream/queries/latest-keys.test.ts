import { describe, expect, it } from 'vitest';
import { addressOf, publicKeyOf } from '../../../test/keys.ts';
import { connectTo, notFound, recipient, sender, transfer } from '../../../test/scripted-node.ts';

// Shapes of signatures: aptos-labs/aptos-core, api/types/src/transaction.rs (TransactionSignature, AccountSignature), as recorded from mainnet and as
// @aptos-labs/ts-sdk 5.1.4 declares them.

const own = `0x${publicKeyOf()}`;
const stranger = `0x${publicKeyOf('08'.repeat(32))}`;
const signature = `0x${'00'.repeat(64)}`;
const legacy = (public_key: string) => ({ type: 'ed25519_signature', public_key, signature });
const single = (value: string, type = 'ed25519') => ({
  public_key: { value, type },
  signature: { value: signature, type },
});
const nobody = { secondary_signer_addresses: [], secondary_signers: [] };
const several = {
  public_keys: [{ type: 'ed25519', value: own }],
  signatures: [{ index: 0, signature: { type: 'ed25519', value: signature } }],
  signatures_required: 1,
};

/** Encodes a transfer without a key, by an account with this latest transaction. */
async function encodeAfter(latest: object | undefined, { from = sender, ...wishes }: Record<string, unknown> = {}) {
  const { chain, askedFor } = connectTo({
    accounts: { [String(from)]: { sequenceNumber: 5n } },
    balances: { [String(from)]: 10n ** 9n },
    sent: latest === undefined ? {} : { [String(from)]: [{ type: 'user_transaction', signature: latest }] },
    ...(latest === undefined ? { own: { [`/accounts/${from}/transactions`]: notFound } } : {}),
  });
  const { transaction, status } = await chain.encode({ ...transfer, senderAddress: from, ...wishes } as never);
  const params = transaction.data.params as Record<string, unknown> | undefined;
  const [error] = status.errors;
  return {
    asked: askedFor(`/accounts/${from}/transactions`).map(({ query }) => query.get('limit')),
    key: params?.publicKey,
    scheme: params?.scheme,
    error: error && [error.code, (error.context as { reason?: string }).reason],
  };
}

describe('the key of the latest transaction', () => {
  const singleSender = addressOf(undefined, 'single_key');

  it.each<[string, object]>([
    ['of the legacy scheme', legacy(own)],
    [
      'that another account paid for',
      {
        type: 'fee_payer_signature',
        sender: legacy(own),
        ...nobody,
        fee_payer_address: recipient,
        fee_payer_signer: legacy(stranger),
      },
    ],
    [
      'of several accounts',
      {
        type: 'multi_agent_signature',
        sender: legacy(own),
        secondary_signer_addresses: [recipient],
        secondary_signers: [legacy(stranger)],
      },
    ],
  ])('is read from a transaction %s', async (_, latest) => {
    expect(await encodeAfter(latest)).toEqual({
      asked: ['1'],
      key: publicKeyOf(),
      scheme: 'ed25519',
      error: undefined,
    });
  });

  it.each<[string, object]>([
    ['of a single key', { type: 'single_sender', ...single(own) }],
    [
      'of a single key that another account paid for',
      {
        type: 'fee_payer_signature',
        sender: { type: 'single_key_signature', ...single(own) },
        ...nobody,
        fee_payer_address: recipient,
        fee_payer_signer: legacy(stranger),
      },
    ],
  ])('is read from a transaction %s', async (_, latest) => {
    expect(await encodeAfter(latest, { from: singleSender })).toMatchObject({
      key: publicKeyOf(),
      scheme: 'single_key',
    });
  });

  it('is not that of who paid', async () => {
    const latest = {
      type: 'fee_payer_signature',
      sender: legacy(stranger),
      ...nobody,
      fee_payer_address: sender,
      fee_payer_signer: legacy(own),
    };
    expect(await encodeAfter(latest)).toMatchObject({
      key: undefined,
      error: ['publicKey.required', 'the key of its latest transaction does not control it any more'],
    });
  });

  it.each<[string, object, string]>([
    [
      'several keys of ed25519',
      {
        type: 'multi_ed25519_signature',
        public_keys: [own],
        signatures: [signature],
        threshold: 1,
        bitmap: '0x80000000',
      },
      'several keys',
    ],
    ['several keys', { type: 'single_sender', ...several }, 'several keys'],
    [
      'several keys and somebody who pays',
      {
        type: 'fee_payer_signature',
        sender: { type: 'multi_key_signature', ...several },
        ...nobody,
        fee_payer_address: recipient,
        fee_payer_signer: legacy(stranger),
      },
      'several keys',
    ],
    ['a keyless account', { type: 'single_sender', ...single('0x00', 'keyless') }, 'a keyless account'],
    [
      'a federated keyless account',
      { type: 'single_sender', ...single('0x00', 'federated_keyless') },
      'a keyless account',
    ],
    [
      'secp256k1',
      { type: 'single_sender', ...single(`0x04${'11'.repeat(64)}`, 'secp256k1_ecdsa') },
      'a key of secp256k1',
    ],
    [
      'secp256r1',
      { type: 'single_sender', ...single(`0x04${'11'.repeat(64)}`, 'secp256r1_ecdsa') },
      'a key of secp256r1',
    ],
    ['a new kind of key', { type: 'single_sender', ...single('0x00', 'slh_dsa_sha2_128s') }, 'a key of another kind'],
    [
      'a function',
      { type: 'single_sender', function_info: '0x1::permissioned_delegation::authenticate', auth_data: '0x00' },
      'a function that checks signatures',
    ],
  ])('does not exist after %s', async (_, latest, who) => {
    expect(await encodeAfter(latest)).toMatchObject({
      key: undefined,
      error: [
        'publicKey.required',
        `its latest transaction was signed by ${who}, and only a single key of ed25519 can sign here`,
      ],
    });
  });

  it.each<[string, object | undefined]>([
    ['the node does not answer', undefined],
    ['the signature is of no known kind', { type: 'no_account_signature' }],
    ['the key is none', legacy('0x1234')],
  ])('is asked for if %s', async (_, latest) => {
    expect(await encodeAfter(latest)).toMatchObject({
      key: undefined,
      error: ['publicKey.required', 'its key cannot be found on the chain, and the transaction must name it'],
    });
  });

  it('is not looked for if the client names it', async () => {
    const named = await encodeAfter(legacy(stranger), { senderPubKey: publicKeyOf() });
    expect(named).toMatchObject({ asked: [], key: publicKeyOf(), error: undefined });
  });
});
