import { describe, expect, it } from 'vitest';
import { alice, bob, type NodeFacts, openNodes } from '../../test/scripted-nodes.ts';
import { type ScriptedToken, token, tokenNode } from '../../test/scripted-token.ts';

// What a node says of itself is no answer about a token or an account. Texts: tronprotocol/java-tron, Wallet.java and TriggerConstantContractServlet.java.

type Answer = Readonly<Record<string, unknown>>;

/** Nodes write their words as the hex of UTF-8. */
const outputOf = (text: string) => Buffer.from(text).toString('hex');
const refusal = (code: string, text: string): Answer => ({ result: { code, message: outputOf(text) } });

async function encode(nodes: readonly NodeFacts[]) {
  const intent = { mode: 'transferToken', senderAddress: alice, recipientAddress: bob, tokenId: token, amount: '1000' };
  const { transaction, status } = await openNodes(nodes).chain.encode(intent as never);
  return { codes: status.errors.map(({ code }) => code), isEncoded: transaction.encoded.length > 0 };
}

const complaints: readonly [string, Answer][] = [
  ['calls that it does not serve', refusal('CONTRACT_VALIDATE_ERROR', 'this node does not support constant')],
  ['no block', refusal('OTHER_ERROR', 'class org.tron.core.exception.HeaderNotFound : latest block not found')],
  ['a fault of its own', refusal('OTHER_ERROR', 'class java.lang.NullPointerException : null')],
  ['a closed database', refusal('OTHER_ERROR', 'class java.lang.RuntimeException : Database is closed')],
  ['its time', refusal('OTHER_ERROR', 'class org.tron.core.vm.program.Program$OutOfTimeException : CPU timeout')],
  ['load', refusal('SERVER_BUSY', 'Server busy.')],
  ['the words of a proxy', { result: { result: false, message: 'API key not found' } }],
  ['words beside a success', { result: { result: true, message: outputOf('something else') } }],
  ['nothing', { result: {} }],
];

const calls: readonly [string, string][] = [
  ['the transfer', 'a9059cbb'],
  ['the balance', '70a08231'],
  ['the decimals', '313ce567'],
  ['the black list', 'e47d6060'],
];

/** A node that complains about one kind of call. Nobody is on its list. */
function ill(selector: string, complaint: Answer) {
  const change = (answer: Answer) => {
    const { raw_data } = answer.transaction as { raw_data: { contract: [{ parameter: { value: { data: string } } }] } };
    const isAsked = raw_data.contract[0].parameter.value.data.startsWith(selector);
    return isAsked ? { ...complaint, transaction: { raw_data } } : answer;
  };
  return tokenNode({ blacklisted: [], change } satisfies ScriptedToken);
}

describe.each(calls)('a complaint about the call for %s', (_, selector) => {
  it.each(complaints)('is no answer: %s', async (_what, complaint) => {
    await expect(encode([ill(selector, complaint)])).rejects.toMatchObject({ code: 'upstream.unavailable' });
    expect(await encode([ill(selector, complaint), tokenNode()])).toMatchObject({ codes: [], isEncoded: true });
  });
});

it('the words of a complaint stand in what is told of the attempts', async () => {
  const complaint = refusal('CONTRACT_VALIDATE_ERROR', 'this node does not support constant');
  const failed = await encode([ill('a9059cbb', complaint)]).catch((cause: unknown) => cause);
  expect(JSON.stringify((failed as { context: unknown }).context)).toContain('this node does not support constant');
});
