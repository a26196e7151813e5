import {
  AccountAddress,
  type AccountAuthenticator,
  AccountAuthenticatorEd25519,
  AccountAuthenticatorSingleKey,
  AnyPublicKey,
  AnySignature,
  ChainId,
  createObjectAddress,
  Ed25519PrivateKey,
  Ed25519PublicKey,
  Ed25519Signature,
  EntryFunction,
  generateSigningMessageForTransaction,
  generateUserTransactionHash,
  parseTypeTag,
  RawTransaction,
  SignedTransaction,
  SimpleTransaction,
  TransactionAuthenticatorEd25519,
  TransactionAuthenticatorFeePayer,
  TransactionAuthenticatorSingleSender,
  TransactionExecutableEntryFunction,
  TransactionExtraConfigV1,
  TransactionInnerPayloadV1,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk';
import type { Made, MadeSigner } from './kinds.ts';

// Transactions, messages and ids by the SDK of Aptos (npm @aptos-labs/ts-sdk 5.1.4) alone. Nothing here comes from our own code.

export { parseTypeTag };

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** The type of a coin as the chain names it: without leading zeros of addresses. */
function chainName(type: string): string {
  return type.replace(/(?<![A-Za-z0-9_])0x0*([0-9a-f]+)/g, '0x$1');
}

/** The metadata of the fungible asset that a coin is paired with: an object of 0xa, named after the coin. */
export function pairedAddress(type: string): string {
  return createObjectAddress(AccountAddress.from('0xa'), chainName(type)).toStringLong();
}

/** What the SDK makes of a transaction. All in hex. */
interface Judged {
  readonly raw: string;
  /** What the keys sign. */
  readonly message: string;
}

/** Where each function stands, its type arguments, and its arguments. */
function callOf(
  made: Made,
): readonly [name: string, types: readonly string[], values: readonly (AccountAddress | U64)[]] {
  const { kind, recipient, metadata, coin, pool } = made;
  const [to, asset, at] = [recipient, metadata, pool].map((text) => AccountAddress.from(text)) as [
    AccountAddress,
    AccountAddress,
    AccountAddress,
  ];
  const amount = new U64(made.amount);
  switch (kind) {
    case 'transfer':
      return ['aptos_account::transfer', [], [to, amount]];
    case 'coin':
    case 'pairedAsset':
      return ['aptos_account::transfer_coins', [coin], [to, amount]];
    case 'asset':
      return ['primary_fungible_store::transfer', ['0x1::fungible_asset::Metadata'], [asset, to, amount]];
    case 'enableToken':
      return ['managed_coin::register', [coin], []];
    case 'stake':
      return ['delegation_pool::add_stake', [], [at, amount]];
    case 'reactivate':
      return ['delegation_pool::reactivate_stake', [], [at, amount]];
    case 'unstake':
      return ['delegation_pool::unlock', [], [at, amount]];
    case 'withdraw':
      return ['delegation_pool::withdraw', [], [at, amount]];
  }
}

function transactionOf(made: Made): SimpleTransaction {
  const [name, types, values] = callOf(made);
  const [module, entry] = name.split('::') as [string, string];
  const call = EntryFunction.build(
    `0x1::${module}`,
    entry,
    types.map((text) => parseTypeTag(text)),
    [...values],
  );
  const payload = made.isOrderless
    ? new TransactionInnerPayloadV1(
        new TransactionExecutableEntryFunction(call),
        new TransactionExtraConfigV1(undefined, made.nonce),
      )
    : new TransactionPayloadEntryFunction(call);
  const raw = new RawTransaction(
    AccountAddress.from(made.sender),
    made.isOrderless ? 0xffffffffffffffffn : made.nonce,
    payload,
    made.gas,
    made.price,
    made.expiration,
    new ChainId(made.chain === 'aptos' ? 1 : 2),
  );
  return new SimpleTransaction(raw, made.payer && AccountAddress.from(made.payer.address));
}

/** The bytes of a transaction, and what is signed. */
export function judged(made: Made): Judged {
  const transaction = transactionOf(made);
  return {
    raw: hexOf(transaction.rawTransaction.bcsToBytes()),
    message: hexOf(generateSigningMessageForTransaction(transaction)),
  };
}

/** The authenticator of one account. All in hex. */
export function authenticatorOf({ publicKey, scheme }: MadeSigner, signature: string): AccountAuthenticator {
  const key = new Ed25519PublicKey(publicKey);
  const proof = new Ed25519Signature(signature);
  return scheme === 'ed25519'
    ? new AccountAuthenticatorEd25519(key, proof)
    : new AccountAuthenticatorSingleKey(new AnyPublicKey(key), new AnySignature(proof));
}

/** A signed transaction in hex, and its id. @param signatures - Of the sender, and of the payer if there is one. In hex. */
export function judgedSigned(
  made: Made,
  signatures: readonly string[],
): { readonly raw: string; readonly hash: string } {
  const transaction = transactionOf(made);
  const [own = '', payers = ''] = signatures;
  const senderAuthenticator = authenticatorOf(made.signer, own);
  const feePayerAuthenticator = made.payer && authenticatorOf(made.payer, payers);
  const authenticator =
    made.payer !== undefined && feePayerAuthenticator !== undefined
      ? new TransactionAuthenticatorFeePayer(senderAuthenticator, [], [], {
          address: AccountAddress.from(made.payer.address),
          authenticator: feePayerAuthenticator,
        })
      : senderAuthenticator instanceof AccountAuthenticatorEd25519
        ? new TransactionAuthenticatorEd25519(senderAuthenticator.public_key, senderAuthenticator.signature)
        : new TransactionAuthenticatorSingleSender(senderAuthenticator);
  return {
    raw: hexOf(new SignedTransaction(transaction.rawTransaction, authenticator).bcsToBytes()),
    hash: generateUserTransactionHash({
      transaction,
      senderAuthenticator,
      ...(feePayerAuthenticator === undefined ? {} : { feePayerAuthenticator }),
    }),
  };
}

/** The message that is signed if another account pays, whatever the transaction itself says. @param payer - 0x0 stands for a payer that is not known yet. */
export function messageWithPayer(made: Made, payer: string): string {
  const { rawTransaction } = transactionOf(made);
  return hexOf(generateSigningMessageForTransaction(new SimpleTransaction(rawTransaction, AccountAddress.from(payer))));
}

/** A key of the SDK. */
export interface TestKey {
  /** 32 bytes in hex. */
  readonly publicKey: string;
  /** The address of an account that never had another key, by scheme. */
  readonly address: { readonly ed25519: string; readonly single_key: string };
  /** 64 bytes in hex. @param message - In hex. */
  sign(message: string): string;
}

/** The key whose seed is a byte, 32 times. */
export function testKey(byte: number): TestKey {
  const key = new Ed25519PrivateKey(new Uint8Array(32).fill(byte));
  const publicKey = key.publicKey();
  return {
    publicKey: hexOf(publicKey.toUint8Array()),
    address: {
      ed25519: publicKey.authKey().derivedAddress().toStringLong(),
      single_key: new AnyPublicKey(publicKey).authKey().derivedAddress().toStringLong(),
    },
    sign: (message) => hexOf(key.sign(bytesOf(message)).toUint8Array()),
  };
}
