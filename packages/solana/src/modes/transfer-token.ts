import { type CheckedIntent, type Decision, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { fallible } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { type TokenBody, transferToken as transferTokenBody } from '../bytes/assemble.ts';
import { isChecked } from '../bytes/params.ts';
import type { Named, SolanaContext } from '../context.ts';
import { createTokenAccountUnits, tokenTransferUnits } from '../fees/compute-units.ts';
import { decodeMint } from '../layouts/index.ts';
import type { Profile, SolanaOptions } from '../options.ts';
import type { Solana } from '../types.ts';
import { isAboutAccounts, rpc } from '../upstream/rpc.ts';
import type { Snapshot } from '../upstream/snapshot.ts';
import { tokenTypeOf } from '../upstream/token-metadata.ts';
import { programs } from '../well-known.ts';
import { taken } from '../wishes.ts';
import { type Facts, readScene, refused } from './completion.ts';
import { recipientProblems, recipientWarnings } from './recipients.ts';
import { chooseDestination, chooseSource, type Destination, elsewhereWarnings, readSources } from './token-accounts.ts';
import {
  type Associated,
  accountUnder,
  addressesOf,
  associatedAccounts,
  displayWarnings,
  readTokenTerms,
  type TokenTerms,
  tokenAccounts,
  tokenAmount,
  transferFee,
  transferProblems,
  transferWarnings,
} from './token-terms.ts';

/**
 * Transfers of tokens of the Token and Token-2022 programs. Only the mint tells which of the two is right. So the accounts of both are read with the
 * mint, in one round trip.
 */
export function transferToken(context: SolanaContext, options: SolanaOptions): ModeVerbs<Solana, 'transferToken'> {
  return {
    ...taken,
    ask(intent, operation) {
      const { senderAddress: sender, recipientAddress: recipient, tokenId: mint } = intent.parsed;
      const accounts = { own: associatedAccounts(sender, mint), theirs: associatedAccounts(recipient, mint) };
      const writes = [...addressesOf(accounts.own), ...addressesOf(accounts.theirs)];
      const recipe = {
        accounts: [recipient, ...tokenAccounts(mint), ...writes],
        writes,
        questions: questionsOf(sender, mint),
        guess: {
          body: transferTokenBody(guessOf(options, sender, mint, accounts)),
          units: tokenTransferUnits(programs.token),
        },
        limitsUnits: true,
        simulates: false,
        decide: (facts: TokenFacts) => decide(context, intent, accounts, facts),
      };
      return readScene(context, options, intent, recipe, operation);
    },
  };
}

function questionsOf(owner: Address, mint: Address) {
  return { listed: fallible(rpc.tokenAccountsByOwner(owner, { mint }), isAboutAccounts) };
}

type TokenFacts = Facts<'transferToken', ReturnType<typeof questionsOf>>;

/** The associated token accounts of sender and recipient. */
interface Accounts {
  readonly own: Associated;
  readonly theirs: Associated;
}

function decide(
  chain: Named,
  { amount: wanted, parsed, data: { memo } }: CheckedIntent<Solana, 'transferToken'>,
  accounts: Accounts,
  { snapshot, answers, offer: offerOf, judge }: TokenFacts,
): Decision<Solana, 'transferToken'> {
  const { senderAddress: sender, recipientAddress: recipient, tokenId } = parsed;
  const { terms, problems } = readTokenTerms(chain, snapshot, tokenId);
  if (terms === undefined) return refused(problems);
  const [own, theirs] = [accountUnder(accounts.own, terms), accountUnder(accounts.theirs, terms)];

  const sources = readSources(terms, snapshot, sender, own.address, answers.listed);
  const { source, problems: short = [] } = chooseSource(terms, sources, wanted ?? 0n);
  const destination = chooseDestination(terms, snapshot, recipient, theirs.address, memo);
  const isNew = destination.deposit !== undefined;
  const offer = offerOf(
    tokenTransferUnits(terms.program) + (isNew ? createTokenAccountUnits(terms.program, theirs.bump) : 0n),
  );
  const errors = [
    ...recipientProblems(snapshot, recipient, 'tokens'),
    ...mintProblems(snapshot, recipient),
    ...transferProblems(terms),
    ...short,
    ...destination.problems,
  ];
  const amount = wanted === 'max' ? source?.amount : wanted;
  if (source === undefined || amount === undefined) return refused(errors);

  // If neither address is derived from the mint, only a node tells which token the accounts hold. Then the mint goes into the instruction, and the
  // chain refuses to move another token.
  const isDerived = source.address === own.address || destination.address === theirs.address;
  const token = {
    program: terms.program,
    ...(!isDerived || isChecked(offer.params.profile, terms.program) ? { decimals: terms.decimals.toString() } : {}),
    source: source.address,
    destination: destination.address,
    create: isNew,
  };
  return {
    computed: { amount: amount.toString(), ...offer.computed, params: { ...offer.params, token } },
    ...judge(offer, {
      spending: depositOf(destination),
      errors,
      warnings: [
        ...transferWarnings(terms),
        ...displayWarnings(terms, snapshot.clock),
        ...feeWarnings(terms, snapshot, amount),
        ...depositWarnings(chain, destination),
        ...(destination.address === recipient ? [] : recipientWarnings(snapshot, recipient)),
        ...(wanted === 'max' ? elsewhereWarnings(terms, sources, source) : []),
      ],
    }),
  };
}

/** Most tokens are of the Token program, and most recipients already have a token account. */
function guessOf(
  { profile = 'compat' }: { readonly profile?: Profile | undefined },
  owner: Address,
  mint: Address,
  { own, theirs }: Accounts,
): TokenBody {
  const program = programs.token;
  const [source, destination] = [own.token.address, theirs.token.address];
  const decimals = isChecked(profile, program) ? 0 : undefined;
  return { program, source, destination, owner, amount: 0n, mint, decimals, newOwner: undefined };
}

/** A mint cannot move tokens out of its associated token account. */
function mintProblems(snapshot: Snapshot, recipient: string): Problem[] {
  const account = snapshot.account(recipient);
  if (account === undefined || tokenTypeOf(account) === undefined || decodeMint(account.data) === undefined) return [];
  return [problem('recipient.isToken', {}, 'transaction.data.recipientAddress')];
}

const what = 'the token account of the recipient';

function depositOf({ deposit }: Destination) {
  return deposit === undefined ? {} : { deposit: { lamports: deposit, what } };
}

function depositWarnings(chain: Named, { deposit }: Destination): Problem[] {
  if (deposit === undefined) return [];
  return [
    problem('account.deposit', { deposit: nativeAmount(chain, deposit), what }, 'transaction.data.recipientAddress'),
  ];
}

function feeWarnings(terms: TokenTerms, { clock }: Snapshot, amount: bigint): Problem[] {
  const fee = transferFee(terms, amount, clock.epoch);
  if (fee === 0n) return [];
  const numbers = { fee: tokenAmount(terms, fee), received: tokenAmount(terms, amount - fee) };
  return [problem('token.transferFee', numbers, 'transaction.data.amount')];
}
