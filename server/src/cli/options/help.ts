import type { Command } from 'commander';

/** What a person may copy, each with what it does, below the options of a command. */
export function addExamples(command: Command, examples: readonly (readonly [line: string, what: string])[]): void {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, what]) => `  ${line.padEnd(width)}  ${what}`);
  command.addHelpText('after', ({ command: of }) => {
    const title = of.createHelp().styleTitle('Examples:');
    return `\n${title}\n${lines.join('\n')}`;
  });
}
