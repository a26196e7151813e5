import { type Address, normalType, pairedAsset, shortAddress, toAddress } from '../address.ts';
import type { Block, Chain, Entry } from '../chain/chain.ts';
import { readSubmission } from '../chain/submission.ts';
import type { NodeBehaviour, RestCall, RestReply } from '../engine.ts';
import { balanceOf } from '../framework/coins.ts';
import { NodeError } from '../node-error.ts';
import { resourcesOf } from '../resources.ts';
import type { State } from '../state.ts';
import { readBcsView } from './bcs-view.ts';
import { moduleOf } from './modules.ts';
import { blockHash, renderEntry, renderEpilogue, renderMetadata, renderPending, renderUser } from './render.ts';
import { runView } from './views.ts';

/** What the node's REST interface needs. */
export interface NodePlace {
  readonly chain: Chain;
  /** May change while the server runs. */
  behaviour(): NodeBehaviour;
}

/** The content type of a signed transaction in BCS. */
const signedTransactionType = 'application/x.aptos.signed_transaction+bcs';

/** How many items a page has at most, and by default. */
const mostItems = 100;
const usualItems = 25;

/**
 * Answers a request below `/v1`. Undefined for a path that the stand-in does not know.
 *
 * @throws NodeError.
 */
export async function answerRest(place: NodePlace, call: RestCall): Promise<RestReply | undefined> {
  const { chain } = place;
  const parts = call.path.split('/').slice(2);
  const [first, second, third, ...more] = parts;
  const rest = [third, ...more].filter((part) => part !== undefined);
  if (call.method === 'POST') {
    if (first === 'view' && second === undefined) return ok(view(chain, call));
    if (first !== 'transactions') return undefined;
    if (second === undefined) return submit(chain, call);
    return second === 'simulate' ? ok(simulate(chain, call)) : undefined;
  }
  if (first === undefined || first === '') return ok(index(chain));
  if (first === '-' && second === 'healthy') return ok({ message: 'aptos-node:ok' });
  if (first === 'estimate_gas_price') return ok(gasPrices(chain));
  if (first === 'accounts' && second !== undefined) return ok(account(place, call, second, rest));
  if (first === 'transactions' && second !== undefined && third !== undefined) {
    if (second === 'by_hash' || second === 'wait_by_hash') return ok(byHash(chain, third));
    if (second === 'by_version') return ok(byVersion(place, readU64(third, 'txn_version')));
  }
  if (first === 'blocks' && third !== undefined) {
    const withTransactions = call.query.get('with_transactions') === 'true';
    const wanted = readU64(third, second === 'by_height' ? 'block_height' : 'version');
    if (second === 'by_version') return ok(blockByVersion(place, wanted, withTransactions));
    if (second === 'by_height') return ok(blockByHeight(place, wanted, withTransactions));
  }
  return undefined;
}

const ok = (body: unknown): RestReply => ({ status: 200, body });

function index(chain: Chain): unknown {
  const { head } = chain;
  return {
    chain_id: chain.chainId,
    epoch: String(head.epoch),
    ledger_version: String(chain.version),
    oldest_ledger_version: String(chain.oldestVersion),
    ledger_timestamp: String(chain.time),
    node_role: 'full_node',
    oldest_block_height: String(chain.oldestBlock.height),
    block_height: String(head.height),
    git_hash: '0000000000000000000000000000000000000000',
  };
}

function gasPrices(chain: Chain): unknown {
  const { deprioritized, regular, prioritized } = chain.prices;
  return {
    deprioritized_gas_estimate: Number(deprioritized),
    gas_estimate: Number(regular),
    prioritized_gas_estimate: Number(prioritized),
  };
}

function account({ chain, behaviour }: NodePlace, call: RestCall, text: string, [what, ...more]: string[]): unknown {
  const address = readAddress(text, 'address');
  const version = readVersion(chain, call, behaviour());
  const state = stateAt(chain, version, behaviour());
  if (what === undefined) return renderAccount(state, address, version, behaviour());
  if (what === 'balance') return balance(state, address, more.join('/'));
  if (what === 'resources') {
    const found = resourcesOf(state, address);
    if (found.length > 0 || behaviour().absentAccounts === 'default') return found;
    throw accountNotFound(address, version);
  }
  if (what === 'resource') {
    const type = normalType(more.join('/'));
    const found = resourcesOf(state, address).find((resource) => resource.type === type);
    if (found !== undefined) return found;
    const text = `Resource not found by Address(${shortAddress(address)}), Struct tag(${type}) and Ledger version(${version})`;
    throw new NodeError(404, 'resource_not_found', text);
  }
  if (what === 'module') {
    const found = moduleOf(address, more[0] ?? '');
    if (found !== undefined) return found;
    const text = `Module not found by Address(${shortAddress(address)}), Module name(${more[0]}) and Ledger version(${version})`;
    throw new NodeError(404, 'module_not_found', text);
  }
  const sent = chain.entries.filter(
    (entry) => entry.submission.sender === address && entry.version >= chain.oldestVersion,
  );
  if (what === 'transactions') return accountTransactions(call, sent);
  if (what === 'transaction_summaries') return summaries(call, sent);
  throw new NodeError(404, 'web_framework_error', 'not found');
}

function renderAccount(state: State, address: Address, version: bigint, { absentAccounts }: NodeBehaviour): unknown {
  const found = state.accounts.get(address);
  if (found === undefined && absentAccounts === 'not_found') throw accountNotFound(address, version);
  return {
    sequence_number: String(found?.sequenceNumber ?? 0n),
    authentication_key: found?.authenticationKey ?? address,
  };
}

function accountNotFound(address: Address, version: bigint): NodeError {
  const text = `Account not found by Address(${shortAddress(address)}) and Ledger version(${version})`;
  return new NodeError(404, 'account_not_found', text);
}

/**
 * A bare integer. The type of a coin stands for coin store and primary store together, the address of an asset for its primary store alone (aptos-core,
 * api/src/accounts.rs: balance).
 */
function balance(state: State, owner: Address, text: string): bigint {
  if (!text.includes('::')) return balanceOf(state, owner, { asset: readAddress(text, 'asset_type') });
  if (!/^0x[0-9a-f]+::\w+::\w+(<.*>)?$/i.test(text)) {
    throw new NodeError(400, 'invalid_input', `Failed to parse asset type: ${text}`);
  }
  const coin = normalType(text);
  return balanceOf(state, owner, { coin, asset: pairedAsset(coin) });
}

function accountTransactions(call: RestCall, sent: readonly Entry[]): unknown[] {
  const ordered = sent.filter(({ submission }) => submission.sequenceNumber !== undefined);
  const limit = readLimit(call);
  const start = call.query.get('start');
  const from =
    start === null
      ? Math.max(0, ordered.length - limit)
      : ordered.findIndex(({ submission }) => (submission.sequenceNumber ?? 0n) >= readU64(start, 'start'));
  const page = from < 0 ? [] : ordered.slice(from, from + limit);
  return page.map(renderEntry);
}

/** Transactions with and without sequence numbers, those up to `end_version` or from `start_version`. */
function summaries(call: RestCall, sent: readonly Entry[]): unknown[] {
  const limit = readLimit(call);
  const start = call.query.get('start_version');
  const end = call.query.get('end_version');
  const wanted = sent.filter(
    ({ version }) =>
      (start === null || version >= readU64(start, 'start_version')) &&
      (end === null || version <= readU64(end, 'end_version')),
  );
  const page = start === null ? wanted.slice(-limit) : wanted.slice(0, limit);
  return page.map(({ version, submission: { hash, sender, sequenceNumber, nonce } }) => ({
    sender: shortAddress(sender),
    version: String(version),
    transaction_hash: hash,
    replay_protector:
      nonce === undefined
        ? { type: 'replay_protector_sequence_number', sequence_number: String(sequenceNumber) }
        : { type: 'replay_protector_nonce', nonce: String(nonce) },
  }));
}

function byHash(chain: Chain, text: string): unknown {
  if (!/^0x[0-9a-f]{1,64}$/i.test(text)) {
    throw new NodeError(400, 'web_framework_error', `failed to parse path \`txn_hash\`: invalid hash ${text}`);
  }
  const hash = toAddress(text);
  const entry = chain.entry(hash);
  if (entry !== undefined && entry.version >= chain.oldestVersion) return renderEntry(entry);
  const pending = chain.mempool.get(hash);
  if (pending !== undefined) return renderPending(pending);
  throw new NodeError(404, 'transaction_not_found', `Transaction not found by Transaction hash(${hash})`);
}

function byVersion({ chain, behaviour }: NodePlace, version: bigint): unknown {
  if (version > chain.version) {
    throw new NodeError(404, 'transaction_not_found', `Transaction not found by Ledger version(${version})`);
  }
  if (version < chain.oldestVersion) throw pruned(chain, version, behaviour());
  return renderVersion(chain, version);
}

function renderVersion(chain: Chain, version: bigint): unknown {
  const entry = chain.entryAt(version);
  if (entry !== undefined) return renderEntry(entry);
  const block = chain.blockAt(version) ?? chain.head;
  return version === block.firstVersion ? renderMetadata(block) : renderEpilogue(block);
}

function pruned(chain: Chain, version: bigint, { archivalEndpoint }: NodeBehaviour): NodeError {
  return new NodeError(410, 'version_pruned', `Ledger version(${version}) has been pruned`, {
    body: {
      oldest_ledger_version: String(chain.oldestVersion),
      ...(archivalEndpoint === undefined ? {} : { archival_endpoint: archivalEndpoint }),
    },
  });
}

function blockByVersion({ chain, behaviour }: NodePlace, version: bigint, withTransactions: boolean): unknown {
  if (version < chain.oldestVersion) throw pruned(chain, version, behaviour());
  const block = chain.blockAt(version);
  if (block === undefined) {
    throw new NodeError(404, 'version_not_found', `Ledger version not found by Ledger version(${version})`);
  }
  return renderBlock(chain, block, withTransactions);
}

function blockByHeight({ chain, behaviour }: NodePlace, height: bigint, withTransactions: boolean): unknown {
  if (height < chain.oldestBlock.height) {
    const { archivalEndpoint } = behaviour();
    throw new NodeError(410, 'block_pruned', `Block(${height}) has been pruned`, {
      body: archivalEndpoint === undefined ? {} : { archival_endpoint: archivalEndpoint },
    });
  }
  const block = chain.blockByHeight(height);
  if (block === undefined) throw new NodeError(404, 'block_not_found', `Block not found by Block height(${height})`);
  return renderBlock(chain, block, withTransactions);
}

function renderBlock(chain: Chain, block: Block, withTransactions: boolean): unknown {
  const length = Number(block.lastVersion - block.firstVersion) + 1;
  const versions = Array.from({ length }, (_, step) => block.firstVersion + BigInt(step));
  return {
    block_height: String(block.height),
    block_hash: blockHash(block),
    block_timestamp: String(block.timestamp),
    first_version: String(block.firstVersion),
    last_version: String(block.lastVersion),
    transactions: withTransactions ? versions.map((version) => renderVersion(chain, version)) : null,
  };
}

async function submit(chain: Chain, call: RestCall): Promise<RestReply> {
  const submission = readSubmission(readBcs(call));
  await chain.submit(submission);
  return { status: 202, body: renderPending(submission) };
}

function simulate(chain: Chain, call: RestCall): unknown {
  const flag = (name: string) => call.query.get(name) === 'true';
  const { submission, outcome } = chain.simulate(readSubmission(readBcs(call)), {
    estimateMaxGas: flag('estimate_max_gas_amount'),
    estimatePrice: flag('estimate_gas_unit_price'),
    estimatePrioritizedPrice: flag('estimate_prioritized_gas_unit_price'),
  });
  return [renderUser({ version: chain.version, submission, outcome }, chain.time)];
}

function readBcs({ body, headers }: RestCall): Uint8Array {
  if (body instanceof Uint8Array) return body;
  const type = headers['content-type'] ?? 'none';
  throw new NodeError(415, 'web_framework_error', `the stand-in takes ${signedTransactionType} alone, not ${type}`);
}

function view(chain: Chain, call: RestCall): unknown {
  const { chainId, seconds: now } = chain;
  const version = call.query.get('ledger_version');
  const state = version === null ? chain.state : chain.stateAt(readU64(version, 'ledger_version'));
  return runView(call.body instanceof Uint8Array ? readBcsView(call.body) : call.body, {
    state: state ?? chain.state,
    now,
    chainId,
  });
}

function stateAt(chain: Chain, version: bigint, behaviour: NodeBehaviour): State {
  const state = chain.stateAt(version);
  if (state === undefined) throw pruned(chain, version, behaviour);
  return state;
}

function readVersion(chain: Chain, call: RestCall, behaviour: NodeBehaviour): bigint {
  const text = call.query.get('ledger_version');
  if (text === null) return chain.version;
  const version = readU64(text, 'ledger_version');
  if (version > chain.version) {
    throw new NodeError(404, 'version_not_found', `Ledger version not found by Ledger version(${version})`);
  }
  if (version < chain.oldestVersion) throw pruned(chain, version, behaviour);
  return version;
}

function readLimit(call: RestCall): number {
  const text = call.query.get('limit');
  return text === null ? usualItems : Math.min(mostItems, Number(readU64(text, 'limit')));
}

function readU64(text: string, name: string): bigint {
  if (/^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n) return BigInt(text);
  throw new NodeError(400, 'web_framework_error', `failed to parse parameter \`${name}\`: invalid u64`);
}

function readAddress(text: string, name: string): Address {
  try {
    return toAddress(text);
  } catch {
    throw new NodeError(400, 'web_framework_error', `failed to parse path \`${name}\`: invalid account address`);
  }
}
