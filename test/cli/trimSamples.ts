/** An agent that answers each question with one call. Every question is a legal start; `size` counts the questions. */
export function questions(size: number): Record<string, unknown>[] {
  return Array.from({ length: size }, (_, i) => [
    { role: 'user', content: `Question ${i}: does it rain in Oslo?` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${i}`, type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
    },
    { role: 'tool', tool_call_id: `c${i}`, content: 'Rain, five degrees.' },
    { role: 'assistant', content: 'It does.' },
  ]).flat();
}

/** The same as Anthropic has it, in a request body. */
export function blockBody(size: number): Record<string, unknown> {
  const messages = Array.from({ length: size }, (_, i) => [
    { role: 'user', content: `Question ${i}: does it rain in Oslo?` },
    { role: 'assistant', content: [{ type: 'tool_use', id: `toolu_${i}`, name: 'weather', input: { city: 'Oslo' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${i}`, content: 'Rain, five degrees.' }] },
    { role: 'assistant', content: 'It does.' },
  ]).flat();
  const next = { role: 'user', content: 'And tomorrow?' };
  return { model: 'claude-opus-4-8', max_tokens: 50, system: 'Be brief.', messages: [...messages, next] };
}
