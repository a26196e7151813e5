import {
  type Address,
  getAddressEncoder,
  getBase58Decoder,
  getU32Encoder,
  getU64Encoder,
  getUtf8Encoder,
} from '@solana/kit';

// Whole answers were recorded as `jsonParsed`, but we ask for `json`. The encoders of @solana/kit put the node's words back into bytes. Balances stay
// as recorded.

/** The result of a recorded getTransaction, as a node answers it to `encoding: json`. */
// biome-ignore lint/suspicious/noExplicitAny: as a node answers
export function unparseTransaction(recorded: any): any {
  const { message } = recorded.transaction;
  const keys: RecordedKey[] = message.accountKeys;
  const pick = (isWanted: (key: RecordedKey) => boolean) => keys.filter(isWanted).map(({ pubkey }) => pubkey);
  const index = (pubkey: string) => keys.findIndex((key) => key.pubkey === pubkey);
  // What programs called is kept where the node gave bytes: the rest has no part in how a transaction is read.
  const innerInstructions = recorded.meta.innerInstructions?.map((group: { instructions: RecordedInstruction[] }) => ({
    ...group,
    instructions: group.instructions.flatMap(({ programId, accounts, data }) =>
      accounts === undefined || data === undefined
        ? []
        : [{ programIdIndex: index(programId), accounts: accounts.map(index), data }],
    ),
  }));
  return {
    ...recorded,
    meta: {
      ...recorded.meta,
      ...(innerInstructions === undefined ? {} : { innerInstructions }),
      loadedAddresses: {
        writable: pick(({ source, writable }) => source === 'lookupTable' && writable),
        readonly: pick(({ source, writable }) => source === 'lookupTable' && !writable),
      },
    },
    transaction: {
      ...recorded.transaction,
      message: {
        accountKeys: pick(({ source }) => source !== 'lookupTable'),
        recentBlockhash: message.recentBlockhash,
        instructions: message.instructions.map((instruction: RecordedInstruction) => {
          const { accounts, data } = unparse(instruction);
          return { programIdIndex: index(instruction.programId), accounts: accounts.map(index), data };
        }),
      },
    },
  };
}

interface RecordedKey {
  readonly pubkey: string;
  readonly source: 'transaction' | 'lookupTable';
  readonly writable: boolean;
}

interface RecordedInstruction {
  readonly programId: string;
  readonly accounts?: string[];
  readonly data?: string;
  // biome-ignore lint/suspicious/noExplicitAny: as recorded
  readonly parsed?: any;
}

function unparse({ accounts, data, parsed }: RecordedInstruction): { accounts: string[]; data: string } {
  if (accounts !== undefined && data !== undefined) return { accounts, data };
  if (typeof parsed === 'string') return { accounts: [], data: toBase58(utf8(parsed)) };
  const { type, info } = parsed;
  switch (type) {
    case 'transfer':
      return { accounts: [info.source, info.destination], data: toBase58(u32(2), u64(info.lamports)) };
    case 'transferWithSeed':
      return {
        accounts: [info.source, info.sourceBase, info.destination],
        data: toBase58(u32(11), u64(info.lamports), text(info.sourceSeed), address(info.sourceOwner)),
      };
    case 'createAccountWithSeed':
      return {
        accounts: [info.source, info.newAccount],
        data: toBase58(
          ...[u32(3), address(info.base), text(info.seed), u64(info.lamports), u64(info.space), address(info.owner)],
        ),
      };
    case 'advanceNonce':
      return {
        accounts: [info.nonceAccount, info.recentBlockhashesSysvar, info.nonceAuthority],
        data: toBase58(u32(4)),
      };
    case 'create':
    case 'createIdempotent':
      return {
        accounts: [info.source, info.account, info.wallet, info.mint, info.systemProgram, info.tokenProgram],
        data: type === 'create' ? '' : toBase58([1]),
      };
    case 'transferChecked':
      return {
        accounts: [info.source, info.mint, info.destination, info.authority],
        data: toBase58([12], u64(info.tokenAmount.amount), [info.tokenAmount.decimals]),
      };
    case 'closeAccount':
      return { accounts: [info.account, info.destination, info.owner], data: toBase58([9]) };
    case 'initializeAccount':
      return { accounts: [info.account, info.mint, info.owner, info.rentSysvar], data: toBase58([1]) };
    default:
      throw new Error(`no way back from ${type}`);
  }
}

const toBase58 = (...parts: Iterable<number>[]) =>
  getBase58Decoder().decode(Uint8Array.from(parts.flatMap((part) => [...part])));
const u32 = (value: number) => getU32Encoder().encode(value) as Uint8Array;
const u64 = (value: number | string) => getU64Encoder().encode(BigInt(value)) as Uint8Array;
const utf8 = (value: string) => getUtf8Encoder().encode(value) as Uint8Array;
const text = (value: string) => [...u64(utf8(value).length), ...utf8(value)];
const address = (value: string) => getAddressEncoder().encode(value as Address) as Uint8Array;
