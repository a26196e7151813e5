import { type Address, addressOfNode, readAddress, standardForm } from '../address/address.ts';

/** Types of Move that have no parts. */
const primitives = [
  ...(['bool', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256', 'address', 'signer'] as const),
  ...(['i8', 'i16', 'i32', 'i64', 'i128', 'i256'] as const),
] as const;

/** A type of Move. */
export type TypeTag =
  | { readonly kind: (typeof primitives)[number] }
  | { readonly kind: 'vector'; readonly of: TypeTag }
  | StructTag;

/** A type that a module declares: `0x1::coin::CoinStore<…>`. */
export interface StructTag {
  readonly kind: 'struct';
  readonly address: Address;
  readonly module: string;
  readonly name: string;
  readonly typeArguments: readonly TypeTag[];
}

/** Nested types have at most this many levels (MAX_TYPE_TAG_NESTING of move-language/move, language_storage.rs). */
const deepest = 8;

/** Longer texts are no types that anybody uses. */
const longest = 1_024;

/**
 * Reads the name of a struct. Spaces may stand after commas.
 *
 * @param spelling - `strict` for texts of clients: addresses as `checkAddress` takes them. `node` for texts of nodes, which drop leading zeros.
 * @returns Undefined if it is none.
 */
export function readStructTag(text: string, spelling: 'strict' | 'node' = 'strict'): StructTag | undefined {
  if (text.length > longest) return undefined;
  const reader = new TypeReader(text, spelling === 'strict' ? readAddress : addressOfNode);
  const tag = reader.type(1);
  return tag?.kind === 'struct' && reader.isAtEnd ? tag : undefined;
}

/** Whether a type nests deeper than the chain allows. It looks no further than that, however deep the type is. */
export function isTooDeep(tag: TypeTag, level = 1): boolean {
  if (level > deepest) return true;
  if (tag.kind === 'vector') return isTooDeep(tag.of, level + 1);
  return tag.kind === 'struct' && tag.typeArguments.some((each) => isTooDeep(each, level + 1));
}

/** A type as AIP-40 writes its addresses: special ones short, all others long. */
export function typeText(tag: TypeTag): string {
  if (tag.kind === 'vector') return `vector<${typeText(tag.of)}>`;
  if (tag.kind !== 'struct') return tag.kind;
  return structText(tag, standardForm);
}

/** A type as nodes and indexers write it: they drop the leading zeros of all addresses. */
export function nodeTypeText(tag: TypeTag): string {
  if (tag.kind === 'vector') return `vector<${nodeTypeText(tag.of)}>`;
  if (tag.kind !== 'struct') return tag.kind;
  const { typeArguments } = tag;
  const parts = typeArguments.length === 0 ? '' : `<${typeArguments.map(nodeTypeText).join(', ')}>`;
  return `0x${BigInt(tag.address).toString(16)}::${tag.module}::${tag.name}${parts}`;
}

function structText(tag: StructTag, address: (of: Address) => string): string {
  const { typeArguments } = tag;
  const parts = typeArguments.length === 0 ? '' : `<${typeArguments.map(typeText).join(', ')}>`;
  return `${address(tag.address)}::${tag.module}::${tag.name}${parts}`;
}

const identifier = /[A-Za-z_][A-Za-z0-9_]*/y;
const hex = /0x[0-9a-fA-F]+/y;

/** Reads types from a text, from left to right. */
class TypeReader {
  private at = 0;
  private readonly text: string;
  private readonly address: (text: string) => Address | undefined;

  constructor(text: string, address: (text: string) => Address | undefined) {
    this.text = text;
    this.address = address;
  }

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  type(depth: number): TypeTag | undefined {
    if (depth > deepest) return undefined;
    const start = this.match(hex);
    if (start !== undefined) return this.struct(start, depth);
    const word = this.match(identifier);
    if (word === 'vector') {
      const [of, ...others] = this.arguments(depth) ?? [];
      return of === undefined || others.length > 0 ? undefined : { kind: 'vector', of };
    }
    const kind = primitives.find((primitive) => primitive === word);
    return kind && { kind };
  }

  private struct(start: string, depth: number): StructTag | undefined {
    const address = this.address(start);
    const module = this.skip('::') ? this.match(identifier) : undefined;
    const name = this.skip('::') ? this.match(identifier) : undefined;
    if (address === undefined || module === undefined || name === undefined) return undefined;
    const typeArguments = this.text[this.at] === '<' ? this.arguments(depth) : [];
    return typeArguments && { kind: 'struct', address, module, name, typeArguments };
  }

  private arguments(depth: number): TypeTag[] | undefined {
    if (!this.skip('<')) return undefined;
    const found: TypeTag[] = [];
    do {
      while (this.skip(' '));
      const tag = this.type(depth + 1);
      if (tag === undefined) return undefined;
      found.push(tag);
    } while (this.skip(','));
    return this.skip('>') ? found : undefined;
  }

  private skip(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}
