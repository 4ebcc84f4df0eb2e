import { window, workspace } from 'vscode';

/** A history cut between a call and its result: what the walkthrough shows a newcomer first. */
const SAMPLE = `{
  "model": "gpt-4o",
  "messages": [
    { "role": "user", "content": "Do I need an umbrella in Oslo?" },
    {
      "role": "assistant",
      "content": null,
      "tool_calls": [
        {
          "id": "call_1",
          "type": "function",
          "function": { "name": "weather", "arguments": "{\\"city\\":\\"Oslo\\"}" }
        }
      ]
    },
    { "role": "user", "content": "And tomorrow?" }
  ]
}
`;

export async function openSample(): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument({ language: 'json', content: SAMPLE }));
}
