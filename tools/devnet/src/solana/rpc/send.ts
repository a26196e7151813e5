import { type Address, getAddressDecoder } from '@solana/kit';
import { readAccount } from '../accounts-db.ts';
import { type Execution, refused, type Simulation, simulate } from '../executor.ts';
import type { Node } from '../node.ts';
import { describeTransactionError } from '../transaction-error.ts';
import { hasValidSignatures } from '../verify.ts';
import type { WireTransaction } from '../wire.ts';
import { accountEncoder } from './account-encoding.ts';
import { invalidParams, RpcFault } from './fault.ts';
import { innerInstructionList } from './inner-instructions.ts';
import type { Methods } from './methods.ts';
import { addressParam, type Config, configParam, inContext, listParam } from './params.ts';
import { transactionParam } from './transaction-params.ts';

const preflightFailure = -32002;

/** Methods that change the chain, or simulate a change. */
export const sendMethods: Methods = {
  sendTransaction(node, [value, options]) {
    const config = configParam(node, options);
    const transaction = transactionParam(value, config.encoding ?? undefined);
    // Without preflight a node passes on any transaction, and does not report one that the leader drops.
    if (config.skipPreflight !== true) preflight(node, transaction);
    if (node.automine) node.process(transaction);
    else node.enqueue(transaction);
    return transaction.signature;
  },

  simulateTransaction(node, [value, options]) {
    const config = configParam(node, options);
    const transaction = transactionParam(value, config.encoding ?? undefined);
    const { sigVerify = false, replaceRecentBlockhash = false } = config;
    if (sigVerify === true && replaceRecentBlockhash === true) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
    }
    const simulation = trySimulation(node, transaction, { sigVerify, replaceRecentBlockhash });
    return inContext(node, {
      ...report(simulation),
      accounts: requestedAccounts(node, config, simulation),
      innerInstructions: config.innerInstructions === true ? innerInstructionList(simulation) : null,
      replacementBlockhash: replaceRecentBlockhash === true ? node.clock.latestBlockhash() : null,
    });
  },
};

function preflight(node: Node, transaction: WireTransaction): void {
  const simulation = trySimulation(node, transaction, { sigVerify: true, replaceRecentBlockhash: false });
  if (simulation.error === null) return;
  throw new RpcFault(preflightFailure, `Transaction simulation failed: ${describeTransactionError(simulation.error)}`, {
    ...report(simulation),
    accounts: null,
    innerInstructions: null,
    replacementBlockhash: null,
  });
}

function trySimulation(
  node: Node,
  transaction: WireTransaction,
  { sigVerify, replaceRecentBlockhash }: Config,
): Simulation {
  const forged = sigVerify === true && !hasValidSignatures(transaction);
  const refusal = forged
    ? 'SignatureFailure'
    : replaceRecentBlockhash === true
      ? undefined
      : node.ledger.refusal(transaction);
  if (refusal !== undefined) return { ...refused(refusal), accounts: new Map() };
  const simulation = simulate(node.svm, transaction.transaction);
  // A node finds this error before it simulates anything.
  if (simulation.error === 'SanitizeFailure') {
    throw invalidParams(`invalid transaction: ${describeTransactionError(simulation.error)}`);
  }
  return simulation;
}

function report({ error, logs, unitsConsumed, fee, returnData }: Execution): Record<string, unknown> {
  return {
    err: error,
    // Nodes tell no fee for an account that cannot pay or does not exist.
    fee: error === 'AccountNotFound' || error === 'InsufficientFundsForFee' ? null : (fee ?? null),
    // Newer nodes fill in these members. The engine does not, like older nodes.
    loadedAddresses: null,
    postBalances: null,
    postTokenBalances: null,
    preBalances: null,
    preTokenBalances: null,
    logs,
    returnData:
      returnData === undefined
        ? null
        : {
            data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
            programId: getAddressDecoder().decode(returnData.programId),
          },
    unitsConsumed,
  };
}

/** The accounts after the transaction. If it fails they are nulls, as on nodes. */
function requestedAccounts(node: Node, config: Config, simulation: Simulation): unknown {
  if (config.accounts === undefined || config.accounts === null) return null;
  const { addresses, encoding = 'base64' } = config.accounts as Config;
  const encode = accountEncoder({ encoding });
  return listParam(addresses, 100).map((value) => {
    const address: Address = addressParam(value);
    if (simulation.error !== null) return null;
    const account = simulation.accounts.get(address) ?? readAccount(node.svm, address);
    return account === undefined || account.lamports === 0n ? null : encode(account);
  });
}
