import { createHash } from 'node:crypto';
import { base58Address, type HexAddress, hexAddress } from './address.ts';
import { slotMs } from './blocks.ts';
import type { Chain, Entry } from './chain.ts';
import type { Contract } from './protocol.ts';
import type { Call, Face, Reply } from './server.ts';
import type { Tokens } from './tokens.ts';
import { accountJson, compact, contractRetOf, spelling, transactionJson } from './views.ts';

/** A row of the internal transactions, which contracts make. The engine's contracts make none: tests add them. */
export interface InternalRow {
  readonly from: HexAddress;
  readonly to: HexAddress;
  readonly value: bigint;
  readonly rejected: boolean;
  readonly txId: string;
  readonly timestamp: number;
}

/** A row with what it is sorted and filtered by. */
interface Row {
  readonly timestamp: number;
  readonly isSolid: boolean;
  readonly from: HexAddress;
  readonly to: HexAddress | undefined;
  readonly json: Record<string, unknown>;
}

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const approvalTopic = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

const usualLimit = 20;
const mostRows = 200;

/** TronGrid's index, below `/v1`. */
export function tronGrid(chain: Chain, tokens: Tokens, internals: readonly InternalRow[]): Face {
  return async (call) => {
    const [, , collection, text = '', ...rest] = call.path.split('/');
    if (collection !== 'accounts' || call.method !== 'GET') return undefined;
    let address: HexAddress;
    try {
      address = hexAddress(decodeURIComponent(text));
    } catch {
      return failure(`Invalid address '${text}'`);
    }
    switch (rest.join('/')) {
      case '':
        return account(address, call);
      case 'transactions':
        return page(call, [
          ...transactionRows(address),
          ...(call.query.get('search_internal') === 'false' ? [] : internalRows(address)),
        ]);
      case 'transactions/trc20':
        return page(call, trc20Rows(address, call.query));
      case 'internal-transactions':
        return page(call, internalRows(address));
      case 'trc20/balance':
        return balances(address, call);
      default:
        return undefined;
    }
  };

  async function account(address: HexAddress, { query }: Call): Promise<Reply> {
    const isSolid = query.get('only_confirmed') === 'true';
    const block = isSolid ? chain.solid : chain.head;
    const found = (isSolid ? chain.solidState : chain.state).accounts.get(address);
    if (found === undefined) return rows([]);
    const json = accountJson(found, Math.floor(block.header.timestamp / slotMs), spelling(false));
    const permissions = accountJson(found, 0, spelling(true));
    const held = await tokens.balancesOf(address);
    const { owner_permission, active_permission, votes } = permissions;
    return rows([
      compact({
        ...json,
        // The index writes these addresses in base58 whatever the client asks for.
        ...{ owner_permission, active_permission, votes },
        trc20: held.map(({ token, amount }) => ({ [base58Address(token)]: String(amount) })),
      }),
    ]);
  }

  async function balances(address: HexAddress, call: Call): Promise<Reply> {
    const contract = call.query.get('contract_address');
    const held = await tokens.balancesOf(address);
    const list = held
      .map(({ token, amount }) => ({ [base58Address(token)]: String(amount) }))
      .filter((row) => contract === null || contract in row);
    return paged(call, list);
  }

  function transactionRows(address: HexAddress): Row[] {
    return chain.entries
      .filter(({ submission }) => partiesOf(submission.contract).includes(address))
      .map((entry) => {
        const [from = '', to] = partiesOf(entry.submission.contract);
        return { ...placeOf(entry), from, to, json: transactionRow(entry) };
      });
  }

  function placeOf({ block }: Entry): Pick<Row, 'timestamp' | 'isSolid'> {
    return { timestamp: block.header.timestamp, isSolid: chain.isSolid(block) };
  }

  function trc20Rows(address: HexAddress, query: URLSearchParams): Row[] {
    const contract = query.get('contract_address');
    return chain.entries.flatMap((entry) => {
      const logs = entry.execution.call?.logs ?? [];
      return logs.flatMap((log): Row[] => {
        const [topic, first = '', second = ''] = log.topics;
        if (topic !== transferTopic && topic !== approvalTopic) return [];
        const [from, to] = [`41${first.slice(24)}`, `41${second.slice(24)}`];
        const token = `41${log.address}`;
        if (from !== address && to !== address) return [];
        if (contract !== null && hexAddress(contract) !== token) return [];
        const info = tokens.info(token);
        const json = {
          transaction_id: entry.submission.id,
          token_info: {
            symbol: info?.symbol,
            address: base58Address(token),
            decimals: info?.decimals,
            name: info?.name,
          },
          block_timestamp: entry.block.header.timestamp,
          from: base58Address(from),
          to: base58Address(to),
          type: topic === transferTopic ? 'Transfer' : 'Approval',
          value: String(BigInt(`0x${log.data === '' ? '0' : log.data}`)),
          ...(query.get('get_detail') === 'true' ? { detail: transactionRow(entry) } : {}),
        };
        return [{ ...placeOf(entry), from, to, json }];
      });
    });
  }

  function internalRows(address: HexAddress): Row[] {
    return internals
      .filter(({ from, to }) => from === address || to === address)
      .map((row, index) => ({
        timestamp: row.timestamp,
        isSolid: true,
        from: row.from,
        to: row.to,
        json: {
          internal_tx_id: createHash('sha256').update(`${row.txId} ${index}`).digest('hex'),
          data: { note: Buffer.from('call').toString('hex'), rejected: row.rejected, call_value: { _: row.value } },
          block_timestamp: row.timestamp,
          to_address: row.to,
          tx_id: row.txId,
          from_address: row.from,
        },
      }));
  }

  function page(call: Call, all: readonly Row[]): Reply {
    const { query } = call;
    const isAscending = (query.get('order_by') ?? '').endsWith(',asc');
    const [least, most] = [timeOf(query.get('min_timestamp'), 0), timeOf(query.get('max_timestamp'), Infinity)];
    const address = hexAddress(decodeURIComponent(call.path.split('/')[3] ?? ''));
    const chosen = all
      .filter(({ timestamp }) => timestamp >= least && timestamp <= most)
      .filter(({ isSolid }) => isSolid || query.get('only_confirmed') !== 'true')
      .filter(({ isSolid }) => !isSolid || query.get('only_unconfirmed') !== 'true')
      .filter(({ to }) => query.get('only_to') !== 'true' || to === address)
      .filter(({ from }) => query.get('only_from') !== 'true' || from === address)
      .map((row, index) => ({ row, index }))
      .sort((a, b) => (isAscending ? 1 : -1) * (a.row.timestamp - b.row.timestamp || a.index - b.index))
      .map(({ row }) => row.json);
    return paged(call, chosen);
  }

  function paged({ query, path }: Call, all: readonly object[]): Reply {
    const limit = Math.min(Number(query.get('limit') ?? usualLimit) || usualLimit, mostRows);
    const fingerprint = query.get('fingerprint');
    const from =
      fingerprint === null ? 0 : Number(Buffer.from(fingerprint, 'base64url').toString('utf8').split(':')[1]);
    if (!Number.isSafeInteger(from)) return failure('Invalid fingerprint');
    const data = all.slice(from, from + limit);
    if (from + limit >= all.length) return rows(data);
    const next = Buffer.from(`page:${from + limit}`).toString('base64url');
    const parameters = new URLSearchParams(query);
    parameters.set('fingerprint', next);
    // As on TronGrid the link names the public host, whatever the client asked.
    return rows(data, { fingerprint: next, links: { next: `https://api.trongrid.io${path}?${parameters}` } });
  }

  function rows(data: readonly object[], more: object = {}): Reply {
    return {
      status: 200,
      body: { data, success: true, meta: { at: chain.head.header.timestamp, ...more, page_size: data.length } },
    };
  }
}

function failure(error: string): Reply {
  return { status: 400, body: { success: false, error, statusCode: 400 } };
}

function timeOf(text: string | null, otherwise: number): number {
  if (text === null || text === '') return otherwise;
  return /^\d+$/.test(text) ? Number(text) : Date.parse(text);
}

/** A transaction as the index tells it: with what it cost. Names of TRC-10 tokens are text, addresses hex. */
function transactionRow(entry: Entry): Record<string, unknown> {
  const { submission, execution, block } = entry;
  const { call, effects } = execution;
  const json = transactionJson(submission, spelling(false));
  const asset = submission.contract.type === 'TransferAssetContract' ? submission.contract.asset : undefined;
  return {
    ret: [{ contractRet: contractRetOf(entry), fee: execution.fee }],
    ...json,
    raw_data: asset === undefined ? json.raw_data : withText(json.raw_data, asset),
    net_usage: execution.netUsage,
    net_fee: execution.netFee,
    energy_usage: call?.energyUsage ?? 0n,
    energy_fee: call?.energyFee ?? 0n,
    energy_usage_total: call?.energy ?? 0n,
    blockNumber: block.header.number,
    block_timestamp: block.header.timestamp,
    ...(effects.withdrawAmount ? { withdraw_amount: effects.withdrawAmount } : {}),
    ...(effects.withdrawExpireAmount ? { withdraw_expire_amount: effects.withdrawExpireAmount } : {}),
    internal_transactions: [],
  };
}

function withText(value: unknown, asset: string): unknown {
  if (value === asset) return Buffer.from(asset, 'hex').toString('utf8');
  if (Array.isArray(value)) return value.map((one) => withText(one, asset));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'asset_name' || typeof one === 'object' ? withText(one, asset) : one,
    ]),
  );
}

/** Sender and recipient. */
function partiesOf(contract: Contract): HexAddress[] {
  switch (contract.type) {
    case 'TransferContract':
    case 'TransferAssetContract':
      return [contract.owner, contract.to];
    case 'TriggerSmartContract':
      return [contract.owner, contract.contract];
    case 'DelegateResourceContract':
    case 'UnDelegateResourceContract':
      return [contract.owner, contract.receiver];
    default:
      return [contract.owner];
  }
}
