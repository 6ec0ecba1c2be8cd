import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from '@jest/globals';
import { describeSuite } from '../../../../scripts/suites/public-suite.js';
import { estimateTokens } from '../../src/tokens/index.js';

interface Suite {
  readonly tools: readonly { readonly name: string; readonly description: string; readonly parameters: object }[];
}

/** The share by which an estimate differs from the exact count. */
function errorOf(text: string): number {
  const exact = countTokens(text);
  return Math.abs(estimateTokens(text) - exact) / exact;
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;
}

describeSuite<Suite>(
  'on 349 tools in the form of chat completions, an estimate',
  'tool-search/tools-and-requests.json',
  ({ tools }) => {
    const texts = tools.map(({ name, description, parameters }) =>
      JSON.stringify({ type: 'function', function: { name, description, parameters } }),
    );

    it.each([
      ['the half that the weights were fitted to', 0],
      ['the other half', 1],
    ])('is within 2 %% for half, and within 6 %% for nine of ten: %s', (_half, rest) => {
      const errors = texts.filter((_text, index) => index % 2 === rest).map(errorOf);
      expect(errors.length).toBeGreaterThan(170);
      expect(quantile(errors, 0.5)).toBeLessThanOrEqual(0.02);
      expect(quantile(errors, 0.9)).toBeLessThanOrEqual(0.06);
    });

    it('is within 1 % for all together', () => {
      const sum = (count: (text: string) => number) => texts.reduce((total, text) => total + count(text), 0);
      expect(Math.abs(sum(estimateTokens) / sum(countTokens) - 1)).toBeLessThan(0.01);
    });
  },
);

describe('estimateTokens', () => {
  it.each([
    ['English', 'Sends a message to everybody who is in the channel. The message is shown at once.'],
    ['Chinese', '向频道中的所有人发送消息。消息会立即显示，并且不能撤回。'],
    ['Japanese', 'チャンネルの全員にメッセージを送信します。メッセージはすぐに表示されます。'],
    ['Korean', '채널에 있는 모든 사람에게 메시지를 보냅니다. 메시지는 바로 표시됩니다.'],
    ['Russian', 'Отправляет сообщение всем участникам канала. Сообщение показывается сразу.'],
    ['Greek', 'Στέλνει ένα μήνυμα σε όλους όσοι είναι στο κανάλι. Το μήνυμα εμφανίζεται αμέσως.'],
    ['Arabic', 'يرسل رسالة إلى جميع من في القناة. تظهر الرسالة على الفور.'],
    ['Hindi', 'चैनल में मौजूद सभी लोगों को संदेश भेजता है। संदेश तुरंत दिखाया जाता है।'],
    ['French', 'Envoie un message à toutes les personnes présentes dans le canal, qui le reçoivent aussitôt.'],
    ['German', 'Sendet eine Nachricht an alle, die im Kanal sind. Die Nachricht erscheint sofort für alle.'],
  ])('is within a quarter for a description in %s', (_language, description) => {
    expect(errorOf(JSON.stringify({ type: 'string', description }))).toBeLessThan(0.25);
  });

  it('is a whole number, and 0 only for nothing', () => {
    expect(estimateTokens('')).toBe(0);
    for (const text of ['a', ' ', '\n', '{', '\u0000', '\ud800', '🚀', '7']) {
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(1);
      expect(Number.isInteger(estimateTokens(text))).toBe(true);
    }
  });

  it('grows with the text, without a bound', () => {
    for (const unit of ['Word ', 'A', '{', '7', ' ', '漢', 'é ', 'Ж', '\ud800']) {
      const [some, many] = [estimateTokens(unit.repeat(1_000)), estimateTokens(unit.repeat(100_000))];
      expect(many).toBeGreaterThanOrEqual(some);
      expect(many).toBeLessThanOrEqual(some * 101);
    }
  });
});
