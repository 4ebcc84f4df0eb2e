import { type Memento, type QuickPickItem, type Uri, window } from 'vscode';
import type { Dialect } from '../../../server/src/core/index';
import type { DialectChoice, DialectChoices } from './protocol';

const DIALECTS = {
  chat: 'OpenAI Chat Completions and its relatives: tool_calls with a function, role "tool"',
  messages: 'Anthropic Messages: tool_use and tool_result blocks',
  flat: 'tool_calls with tool_call_id and name beside it, role "tool"',
} satisfies Record<Dialect, string>;

const KEY = 'dialects';

/** What people chose with Select Dialect, kept with the workspace so that it outlives a restart; no file is touched. */
export class ChosenDialects {
  private readonly memory: Memento;

  constructor(memory: Memento) {
    this.memory = memory;
  }

  all(): DialectChoices {
    return this.memory.get<DialectChoices>(KEY, {});
  }

  of(uri: Uri): DialectChoice | undefined {
    return this.all()[uri.toString()];
  }

  async set(uri: Uri, choice: DialectChoice | undefined): Promise<void> {
    const { [uri.toString()]: _, ...others } = this.all();
    await this.memory.update(KEY, choice === undefined ? others : { ...others, [uri.toString()]: choice });
  }
}

interface DialectItem extends QuickPickItem {
  readonly choice: DialectChoice | undefined;
}

/** Asks which dialect a document is in; undefined when the person leaves. */
export async function askDialect(
  detected: Dialect | undefined,
  chosen: DialectChoice | undefined,
): Promise<{ readonly choice: DialectChoice | undefined } | undefined> {
  const found = detected !== undefined && chosen === undefined ? `found: ${detected}` : '';
  const items: DialectItem[] = [
    { label: 'Detect automatically', description: found, choice: undefined },
    ...(Object.entries(DIALECTS) as [Dialect, string][]).map(([choice, detail]) => ({ label: choice, detail, choice })),
    { label: 'Not a transcript', detail: 'No diagnostics in this file', choice: 'none' as const },
  ];
  const marked = items.map((item) => ({
    ...item,
    label: item.choice === chosen ? `$(check) ${item.label}` : item.label,
  }));
  return window.showQuickPick(marked, { title: 'Dialect of this file', placeHolder: 'Which provider shape is it in?' });
}
