// A dialect that holds list, instructions and model under other members than any of ours: where they stand is its own to say.
import { expect, test } from 'vitest';
import { convertDocument } from '../../server/src/core/api/convert';
import { conversionSettings } from '../../server/src/core/api/convertOptions';
import { dialectOf } from '../../server/src/core/dialects/index';
import type { Outgoing } from '../../server/src/core/dialects/shared/transfer/writeTypes';
import type { Destination } from '../../server/src/core/dialects/types';
import { TranscriptDocument } from '../../server/src/core/index';
import { convertSubject } from '../../server/src/core/passes/convert';
import { TextSubject } from '../../server/src/core/passes/textSubject';
import { wordsText } from '../../server/src/core/transfer/newJson';

const chat = dialectOf('chat');

function madeUp(model: string | undefined): Destination {
  const { transfer } = chat;
  if (transfer?.writer === undefined) throw new Error('nothing writes chat');
  const { reader, writer } = transfer;
  const writeField = (contents: Outgoing['field']) => {
    const texts = contents.flat().flatMap((part) => (part.kind === 'text' ? [wordsText(part.text)] : []));
    return texts.length === 0 ? undefined : { kind: 'value' as const, value: texts.join('\n') };
  };
  return {
    ...chat,
    lists: [{ key: 'input' }],
    instructions: { roles: ['system'], stand: 'field', settle: 'field', field: 'instructions', form: 'string' },
    transfer: {
      reader,
      writer: { ...writer, writeField, write: (out) => ({ ...writer.write(out), field: writeField(out.field) }) },
      ...(model !== undefined && { model }),
    },
  };
}

function converted(source: unknown, to: Destination) {
  const document = TranscriptDocument.open(JSON.stringify(source), { uri: 'a.json' });
  const settings = { ...conversionSettings({ to: 'chat' }), to };
  const { subject, report } = convertSubject(TextSubject.of(document), settings);
  const conversations = subject?.conversations.map(({ list }) => list.key);
  return { made: JSON.parse(subject?.text ?? 'null') as unknown, report, conversations };
}

const hello = { role: 'user', content: 'hello' };

test('list, instructions and model move to where the dialect has them', () => {
  const source = { model: 'm', messages: [{ role: 'system', content: 'be kind' }, hello], note: 'kept' };
  const { made, conversations } = converted(source, madeUp('modelId'));
  expect(made).toEqual({ note: 'kept', modelId: 'm', input: [hello], instructions: 'be kind' });
  expect(conversations).toEqual(['input']);
});

test('a model that no body names is lost, and told', () => {
  const { made, report } = converted({ model: 'm', messages: [hello] }, madeUp(undefined));
  expect(made).toEqual({ input: [hello] });
  expect(report.lost).toEqual([{ pointer: '/model', reason: 'the model: no body of this dialect names one' }]);
});

test('a bare list with instructions becomes a body in its words', () => {
  const { made, conversations } = converted([{ role: 'system', content: 'be kind' }, hello], madeUp('modelId'));
  expect(made).toEqual({ instructions: 'be kind', input: [hello] });
  expect(conversations).toEqual(['input']);
});

test('the same members stay where they are between dialects that share them', () => {
  const document = TranscriptDocument.open(JSON.stringify({ model: 'm', messages: [hello] }), { uri: 'a.json' });
  const { text } = convertDocument(document, { to: 'messages' });
  expect(JSON.parse(text ?? 'null')).toMatchObject({ model: 'm', messages: [hello] });
});
