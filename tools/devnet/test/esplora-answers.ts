import facts from '../fixtures/bitcoin-transactions.json' with { type: 'json' };

// What public servers answer about transactions of Bitcoin, put together from the facts in fixtures/, in the order in which servers write it
// (Blockstream/electrs, src/rest.rs: TransactionValue, TxInValue, TxOutValue, UtxoValue).

interface EsploraOutput {
  readonly scriptpubkey: string;
  readonly scriptpubkey_asm: string;
  readonly scriptpubkey_type: string;
  readonly scriptpubkey_address: string;
  readonly value: number;
}

interface EsploraInput {
  readonly txid: string;
  readonly vout: number;
  readonly prevout: EsploraOutput;
  readonly scriptsig: string;
  readonly scriptsig_asm: string;
  readonly witness?: readonly string[];
  readonly is_coinbase: boolean;
  readonly sequence: number;
  readonly inner_redeemscript_asm?: string;
  readonly inner_witnessscript_asm?: string;
}

export interface EsploraTransaction {
  readonly txid: string;
  readonly version: number;
  readonly locktime: number;
  readonly vin: readonly EsploraInput[];
  readonly vout: readonly EsploraOutput[];
  readonly size: number;
  readonly weight: number;
  readonly fee: number;
  readonly status: {
    readonly confirmed: true;
    readonly block_height: number;
    readonly block_hash: string;
    readonly block_time: number;
  };
}

interface Output {
  readonly script: string;
  readonly value: number;
}

interface Input {
  readonly txid: string;
  readonly vout: number;
  readonly spends: Output;
  readonly sequence: number;
  readonly scriptSig?: string;
  readonly scriptSigWords?: string;
  readonly witness?: readonly string[];
  readonly redeemScriptWords?: string;
  readonly witnessScriptWords?: string;
}

const scripts: Readonly<Record<string, { type: string; words: string; address: string }>> = facts.scripts;

function spellOutput({ script, value }: Output): EsploraOutput {
  const known = scripts[script];
  if (known === undefined) throw new Error(`no words for ${script}`);
  return {
    scriptpubkey: script,
    scriptpubkey_asm: known.words,
    scriptpubkey_type: known.type,
    scriptpubkey_address: known.address,
    value,
  };
}

function spellInput({ txid, vout, spends, sequence, witness, ...scripts }: Input): EsploraInput {
  const { scriptSig = '', scriptSigWords = '', redeemScriptWords, witnessScriptWords } = scripts;
  return {
    txid,
    vout,
    prevout: spellOutput(spends),
    scriptsig: scriptSig,
    scriptsig_asm: scriptSigWords,
    ...(witness === undefined ? {} : { witness }),
    is_coinbase: false,
    sequence,
    ...(redeemScriptWords === undefined ? {} : { inner_redeemscript_asm: redeemScriptWords }),
    ...(witnessScriptWords === undefined ? {} : { inner_witnessscript_asm: witnessScriptWords }),
  };
}

/** Transactions of Bitcoin, as servers answer them. */
export const esploraTransactions: readonly EsploraTransaction[] = facts.transactions.map(
  ({ txid, version, lockTime, size, weight, fee, block, inputs, outputs }) => ({
    ...{ txid, version, locktime: lockTime },
    vin: (inputs as readonly Input[]).map(spellInput),
    vout: outputs.map(spellOutput),
    ...{ size, weight, fee },
    status: { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time },
  }),
);

/** Members of an answer about an address. */
export const addressMembers = ['address', 'chain_stats', 'mempool_stats'];

/** A coin in a list. What stands in its members is made up, but for their types. */
export const listedCoin = {
  txid: '00'.repeat(32),
  vout: 0,
  status: { confirmed: true, block_height: 1, block_hash: '00'.repeat(32), block_time: 1 },
  value: 1,
};

/** Names and types of all members, in order; of lists those of the first item. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([key, item]) => [key, shapeOf(item)]);
}
