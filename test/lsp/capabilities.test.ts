import { expect, test } from 'vitest';
import { Client, plainClient, pullClient, pushClient } from './support';

test('a client that pulls, resolves and registers', async () => {
  const client = await Client.start({ capabilities: pullClient });
  await client.settle();
  expect(client.result).toMatchInlineSnapshot(`
    {
      "capabilities": {
        "codeActionProvider": {
          "codeActionKinds": [
            "quickfix",
            "refactor.rewrite",
            "source.fixAll.transcript-lint",
            "source.normalize.transcript-lint",
          ],
          "resolveProvider": true,
        },
        "codeLensProvider": {
          "resolveProvider": true,
        },
        "diagnosticProvider": {
          "identifier": "transcript-lint",
          "interFileDependencies": false,
          "workspaceDiagnostics": false,
        },
        "executeCommandProvider": {
          "commands": [
            "transcript-lint.applyEdit",
            "transcript-lint.fixAll",
            "transcript-lint.normalize",
            "transcript-lint.insertText",
            "transcript-lint.trim",
            "transcript-lint.convert",
            "transcript-lint.nextProblem",
          ],
        },
        "positionEncoding": "utf-16",
        "textDocumentSync": {
          "change": 2,
          "openClose": true,
          "save": {
            "includeText": false,
          },
          "willSave": true,
        },
        "workspace": {
          "workspaceFolders": {
            "changeNotifications": true,
            "supported": true,
          },
        },
      },
      "serverInfo": {
        "name": "transcript-lint",
        "version": "1.2.3",
      },
    }
  `);
  expect(client.registered).toEqual(['workspace/didChangeConfiguration', 'workspace/didChangeWatchedFiles']);
});

test('a client that is told', async () => {
  const client = await Client.start({ capabilities: pushClient });
  await client.settle();
  expect(client.result.capabilities).toMatchInlineSnapshot(`
    {
      "codeActionProvider": {
        "codeActionKinds": [
          "quickfix",
          "refactor.rewrite",
          "source.fixAll.transcript-lint",
          "source.normalize.transcript-lint",
        ],
        "resolveProvider": false,
      },
      "codeLensProvider": {
        "resolveProvider": true,
      },
      "executeCommandProvider": {
        "commands": [
          "transcript-lint.applyEdit",
          "transcript-lint.fixAll",
          "transcript-lint.normalize",
          "transcript-lint.insertText",
          "transcript-lint.trim",
          "transcript-lint.convert",
          "transcript-lint.nextProblem",
        ],
      },
      "textDocumentSync": {
        "change": 2,
        "openClose": true,
        "save": {
          "includeText": false,
        },
        "willSave": true,
      },
    }
  `);
  expect(client.registered).toEqual([]);
});

test('a client that knows commands only', async () => {
  const client = await Client.start({ capabilities: plainClient });
  expect(client.result.capabilities).toMatchInlineSnapshot(`
    {
      "codeActionProvider": true,
      "codeLensProvider": {
        "resolveProvider": true,
      },
      "executeCommandProvider": {
        "commands": [
          "transcript-lint.applyEdit",
          "transcript-lint.fixAll",
          "transcript-lint.normalize",
          "transcript-lint.insertText",
          "transcript-lint.trim",
          "transcript-lint.convert",
          "transcript-lint.nextProblem",
        ],
      },
      "textDocumentSync": {
        "change": 2,
        "openClose": true,
        "save": {
          "includeText": false,
        },
        "willSave": true,
      },
    }
  `);
});
