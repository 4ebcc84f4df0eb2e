import type { Memento, Uri } from 'vscode';

/** What people chose for single documents, kept with the workspace so that it outlives a restart; no file is touched. */
export class Chosen<Choice> {
  private readonly memory: Memento;
  private readonly key: string;

  constructor(memory: Memento, key: string) {
    this.memory = memory;
    this.key = key;
  }

  all(): Readonly<Record<string, Choice>> {
    return this.memory.get<Readonly<Record<string, Choice>>>(this.key, {});
  }

  of(uri: Uri): Choice | undefined {
    return this.all()[uri.toString()];
  }

  async set(uri: Uri, choice: Choice | undefined): Promise<void> {
    const { [uri.toString()]: _, ...others } = this.all();
    await this.memory.update(this.key, choice === undefined ? others : { ...others, [uri.toString()]: choice });
  }
}
