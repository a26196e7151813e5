import { getAddressDecoder, getBase58Decoder } from '@solana/kit';
import type { Balances, LandedTransaction } from '../ledger.ts';
import type { TokenBalance } from '../token-balances.ts';
import { invalidParams, RpcFault } from './fault.ts';
import { innerInstructionList, instructionJson } from './inner-instructions.ts';
import type { Config } from './params.ts';

/** The answer of getTransaction. */
export function transactionJson(landed: LandedTransaction, blockTime: bigint, config: Config): unknown {
  const { maxSupportedTransactionVersion, encoding = 'json' } = config;
  const { version } = landed.transaction;
  const knowsVersions = maxSupportedTransactionVersion !== undefined && maxSupportedTransactionVersion !== null;
  if (version !== 'legacy' && (!knowsVersions || version > Number(maxSupportedTransactionVersion))) {
    throw new RpcFault(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  return {
    blockTime,
    meta: metaJson(landed),
    slot: landed.slot,
    transaction: encode(landed, encoding),
    transactionIndex: landed.index,
    ...(knowsVersions ? { version } : {}),
  };
}

function encode({ transaction }: LandedTransaction, encoding: unknown): unknown {
  switch (encoding) {
    case 'base64':
      return [Buffer.from(transaction.wire).toString('base64'), 'base64'];
    case 'base58':
      return [getBase58Decoder().decode(transaction.wire), 'base58'];
    case 'json': {
      const { signatures, header, staticKeys, instructions, lifetimeToken, lookups, config, version } = transaction;
      return {
        message: {
          accountKeys: staticKeys,
          header: {
            numReadonlySignedAccounts: header.numReadonlySignerAccounts,
            numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
            numRequiredSignatures: header.numSignerAccounts,
          },
          instructions: instructions.map((instruction) => instructionJson(instruction, 1)),
          recentBlockhash: lifetimeToken,
          ...(config === undefined ? {} : { transactionConfig: config }),
          ...(version !== 0
            ? {}
            : {
                addressTableLookups: lookups.map(({ table, writableIndexes, readonlyIndexes }) => ({
                  accountKey: table,
                  readonlyIndexes,
                  writableIndexes,
                })),
              }),
        },
        signatures: signatures.map((signature) => getBase58Decoder().decode(signature ?? new Uint8Array(64))),
      };
    }
    default:
      throw invalidParams(`The engine answers json, base64 and base58, not ${String(encoding)}.`);
  }
}

function metaJson({ execution, fee, before, after, loaded }: LandedTransaction): unknown {
  const { error, unitsConsumed, logs, returnData } = execution;
  return {
    computeUnitsConsumed: unitsConsumed,
    err: error,
    fee,
    innerInstructions: innerInstructionList(execution),
    loadedAddresses: loaded,
    logMessages: logs,
    postBalances: after.lamports,
    postTokenBalances: tokenBalances(after),
    preBalances: before.lamports,
    preTokenBalances: tokenBalances(before),
    ...(returnData === undefined
      ? {}
      : {
          returnData: {
            data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
            programId: getAddressDecoder().decode(returnData.programId),
          },
        }),
    rewards: [],
    status: error === null ? { Ok: null } : { Err: error },
  };
}

function tokenBalances({ tokens }: Balances): unknown[] {
  return tokens.map(({ accountIndex, mint, owner, programId, amount, decimals }) => ({
    accountIndex,
    mint,
    owner,
    programId,
    uiTokenAmount: uiAmount(amount, decimals),
  }));
}

/** `uiAmount` is a float, as on real nodes: for show, not for counting. */
function uiAmount(amount: bigint, decimals: TokenBalance['decimals']): unknown {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: amount.toString(), decimals, uiAmount: amount === 0n ? null : Number(text), uiAmountString: text };
}
