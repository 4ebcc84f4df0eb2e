import type { LossLog } from '../../../transfer/lossLog';
import type { Parameters, ToolChoice, ToolDeclaration } from '../../../transfer/types';

/** The choice of tools, unless it names one that is not among those that go over: a provider refuses that. */
export function declaredChoice({ toolChoice, tools }: Parameters, lossLog: LossLog): ToolChoice | undefined {
  if (toolChoice?.kind !== 'tool' || chosenTool(toolChoice, tools) !== undefined) return toolChoice;
  lossLog.lose(
    toolChoice.at,
    `the choice of the tool ${JSON.stringify(toolChoice.name.text())}, which is not among the tools`,
  );
  return undefined;
}

/** The declaration of the tool that is chosen. */
export function chosenTool(choice: ToolChoice, tools: Parameters['tools']): ToolDeclaration | undefined {
  if (choice.kind !== 'tool') return undefined;
  const name = choice.name.text();
  return tools?.find((tool) => tool.name?.text() === name);
}
