import { beginCell, type Cell, Dictionary, loadMessage, type Message, storeMessage } from '@ton/core';

/** The messages of a transaction, as the cells that the chain keeps. */
export function messagesOf(transaction: Cell): { in: Cell | undefined; out: Cell[] } {
  // transaction$0111 keeps both in its first reference: ^[ in_msg:(Maybe ^(Message Any)) out_msgs:(HashmapE 15 ^(Message Any)) ].
  const slice = transaction.beginParse(true).loadRef().beginParse();
  const inMessage = slice.loadMaybeRef();
  const out = slice.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell());
  return { in: inMessage ?? undefined, out: out.keys().map((key) => out.get(key) as Cell) };
}

/**
 * The normalized hash of an external message (TEP-467): without source, import fee and state init, the body in a reference. Undefined for
 * messages of other kinds.
 */
function normalizedHash(message: Message): Buffer | undefined {
  if (message.info.type !== 'external-in') return undefined;
  const normalized: Message = {
    info: { ...message.info, src: undefined, importFee: 0n },
    init: undefined,
    body: message.body,
  };
  return beginCell()
    .store(storeMessage(normalized, { forceRef: true }))
    .endCell()
    .hash();
}

/** A message with the hashes under which it is found. */
export interface MessageRecord {
  readonly cell: Cell;
  readonly message: Message;
  /** Hex. */
  readonly hash: string;
  /** Hex. Only for external messages. */
  readonly hashNorm: string | undefined;
}

export function recordOf(cell: Cell): MessageRecord {
  const message = loadMessage(cell.beginParse());
  return {
    cell,
    message,
    hash: cell.hash().toString('hex'),
    hashNorm: normalizedHash(message)?.toString('hex'),
  };
}
