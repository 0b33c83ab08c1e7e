// The extension starts optc as a language server and connects the features of the editor to it.
'use strict';

const vscode = require('vscode');
const { Connection } = require('./protocol');

const language = 'mlir';
const scheme = 'optc-result'; // of documents that show the text after a pipeline

let server; // a Connection, or undefined
let capabilities = {};
let diagnostics; // a DiagnosticCollection
let hintsChanged; // an EventEmitter: the editor asks for inlay hints again
let subscriptions = [];
let ends = []; // times at which the server ended by itself
const mostEnds = 5, endsWithin = 3 * 60 * 1000; // milliseconds
const results = new Map(); // texts after a pipeline, by their URI

async function activate(context) {
  diagnostics = vscode.languages.createDiagnosticCollection('optc');
  hintsChanged = new vscode.EventEmitter();
  context.subscriptions.push(
    diagnostics,
    vscode.workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent: (uri) => results.get(uri.toString()) }),
    vscode.commands.registerCommand('optc.runPipeline', runPipeline),
    vscode.commands.registerCommand('optc.costs', showCosts),
    vscode.commands.registerCommand('optc.restart', () => {
      ends = [];
      return restart();
    }),
    hintsChanged,
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument((e) => change(e.document)),
    vscode.workspace.onDidCloseTextDocument(close),
  );
  await start();
}

async function deactivate() {
  for (const s of subscriptions) s.dispose();
  subscriptions = [];
  const old = server;
  server = undefined;
  if (old) await old.stop();
}

async function restart() {
  await deactivate();
  diagnostics.clear();
  await start();
}

async function start() {
  const settings = vscode.workspace.getConfiguration('optc');
  const folder = (vscode.workspace.workspaceFolders || [])[0];
  const connection = new Connection(
    settings.get('path'),
    settings.get('arguments'),
    folder && folder.uri.fsPath,
    (method, params) => {
      if (method === 'textDocument/publishDiagnostics') publish(params);
      if (method === 'window/showMessage') vscode.window.showErrorMessage(params.message);
    },
    (reason, started) => {
      if (server === connection) ended(reason, started);
    },
  );
  server = connection;
  try {
    const result = await connection.request('initialize', {
      processId: process.pid,
      rootUri: folder ? folder.uri.toString() : null,
      capabilities: {
        textDocument: {
          hover: { contentFormat: ['markdown'] },
          publishDiagnostics: { relatedInformation: true },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
        },
      },
    });
    capabilities = result.capabilities;
  } catch (e) {
    return; // onEnd has told it
  }
  connection.notify('initialized', {});
  register();
  vscode.workspace.textDocuments.forEach(open);
}

// ended starts a server that ended by itself again, unless it ends again and again.
async function ended(reason, started) {
  server = undefined;
  const now = Date.now();
  ends = [...ends.filter((t) => now - t < endsWithin), now];
  if (!started) {
    vscode.window.showErrorMessage(`optc: ${reason}; the setting optc.path names the program`);
  } else if (ends.length >= mostEnds) {
    vscode.window.showErrorMessage(`optc: ${reason}, ${ends.length} times in a short time; the command "Restart the language server" starts it again`);
  } else {
    vscode.window.showWarningMessage(`optc: ${reason} and was started again`);
    await restart();
  }
}

// Documents.

const isOurs = (document) => server && document.languageId === language;
const identifier = (document) => ({ uri: document.uri.toString() });

function open(document) {
  if (!isOurs(document)) return;
  server.notify('textDocument/didOpen', {
    textDocument: { ...identifier(document), languageId: language, version: document.version, text: document.getText() },
  });
}

function change(document) {
  if (!isOurs(document)) return;
  server.notify('textDocument/didChange', {
    textDocument: { ...identifier(document), version: document.version },
    contentChanges: [{ text: document.getText() }],
  });
}

function close(document) {
  results.delete(document.uri.toString());
  if (!isOurs(document)) return;
  server.notify('textDocument/didClose', { textDocument: identifier(document) });
  diagnostics.delete(document.uri);
}

// Translation of the protocol's values to the editor's, and back.

const toRange = (r) => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const toLocation = (l) => new vscode.Location(vscode.Uri.parse(l.uri), toRange(l.range));
const toEdit = (e) => new vscode.TextEdit(toRange(e.range), e.newText);
const fromRange = (r) => ({
  start: { line: r.start.line, character: r.start.character },
  end: { line: r.end.line, character: r.end.character },
});
const at = (document, position) => ({
  textDocument: identifier(document),
  position: { line: position.line, character: position.character },
});
const list = (x) => (Array.isArray(x) ? x : x ? [x] : []);

function toText(contents) {
  const texts = list(contents).map((c) => (typeof c === 'string' ? c : c.value));
  return new vscode.MarkdownString(texts.join('\n\n'));
}

function toWorkspaceEdit(edit) {
  const all = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit.changes || {})) all.set(vscode.Uri.parse(uri), edits.map(toEdit));
  for (const c of edit.documentChanges || []) all.set(vscode.Uri.parse(c.textDocument.uri), c.edits.map(toEdit));
  return all;
}

function toSymbol(s) {
  const symbol = new vscode.DocumentSymbol(s.name, s.detail || '', s.kind - 1, toRange(s.range), toRange(s.selectionRange));
  symbol.children = (s.children || []).map(toSymbol);
  return symbol;
}

function publish(params) {
  diagnostics.set(
    vscode.Uri.parse(params.uri),
    params.diagnostics.map((d) => {
      const shown = new vscode.Diagnostic(toRange(d.range), d.message, (d.severity || 1) - 1);
      shown.source = d.source || 'optc';
      shown.code = d.code;
      shown.relatedInformation = (d.relatedInformation || []).map(
        (i) => new vscode.DiagnosticRelatedInformation(toLocation(i.location), i.message),
      );
      return shown;
    }),
  );
}

// Features.

function register() {
  const l = vscode.languages;
  const ask = (method, params, token) => server.request(`textDocument/${method}`, params, token);
  const has = (name) => capabilities[name] !== undefined && capabilities[name] !== false;
  const add = (name, make) => {
    if (has(name)) subscriptions.push(make());
  };

  add('hoverProvider', () =>
    l.registerHoverProvider(language, {
      provideHover: async (document, position, token) => {
        const h = await ask('hover', at(document, position), token);
        return h ? new vscode.Hover(toText(h.contents), h.range && toRange(h.range)) : null;
      },
    }),
  );
  add('completionProvider', () =>
    l.registerCompletionItemProvider(
      language,
      {
        provideCompletionItems: async (document, position, token) => {
          const found = await ask('completion', at(document, position), token);
          return list(found && found.items ? found.items : found).map((c) => {
            const item = new vscode.CompletionItem(c.label, c.kind ? c.kind - 1 : undefined);
            item.detail = c.detail;
            item.filterText = c.filterText;
            item.sortText = c.sortText;
            if (c.documentation) item.documentation = toText(c.documentation);
            item.insertText = c.insertTextFormat === 2 ? new vscode.SnippetString(c.insertText) : c.insertText;
            if (c.textEdit) {
              item.range = toRange(c.textEdit.range);
              item.insertText = c.textEdit.newText;
            }
            return item;
          });
        },
      },
      ...(capabilities.completionProvider.triggerCharacters || []),
    ),
  );
  add('definitionProvider', () =>
    l.registerDefinitionProvider(language, {
      provideDefinition: async (document, position, token) =>
        list(await ask('definition', at(document, position), token)).map(toLocation),
    }),
  );
  add('referencesProvider', () =>
    l.registerReferenceProvider(language, {
      provideReferences: async (document, position, context, token) =>
        list(await ask('references', { ...at(document, position), context }, token)).map(toLocation),
    }),
  );
  add('renameProvider', () =>
    l.registerRenameProvider(language, {
      provideRenameEdits: async (document, position, newName, token) =>
        toWorkspaceEdit(await ask('rename', { ...at(document, position), newName }, token)),
    }),
  );
  add('documentFormattingProvider', () =>
    l.registerDocumentFormattingEditProvider(language, {
      provideDocumentFormattingEdits: async (document, options, token) =>
        list(await ask('formatting', { textDocument: identifier(document), options }, token)).map(toEdit),
    }),
  );
  add('documentSymbolProvider', () =>
    l.registerDocumentSymbolProvider(language, {
      provideDocumentSymbols: async (document, token) =>
        list(await ask('documentSymbol', { textDocument: identifier(document) }, token)).map(toSymbol),
    }),
  );
  add('foldingRangeProvider', () =>
    l.registerFoldingRangeProvider(language, {
      provideFoldingRanges: async (document, _, token) =>
        list(await ask('foldingRange', { textDocument: identifier(document) }, token)).map(
          (f) => new vscode.FoldingRange(f.startLine, f.endLine, f.kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined),
        ),
    }),
  );
  add('inlayHintProvider', () =>
    l.registerInlayHintsProvider(language, {
      onDidChangeInlayHints: hintsChanged.event,
      provideInlayHints: async (document, range, token) =>
        list(await ask('inlayHint', { textDocument: identifier(document), range: fromRange(range) }, token)).map(
          (h) => Object.assign(new vscode.InlayHint(new vscode.Position(h.position.line, h.position.character), h.label, h.kind), { paddingLeft: h.paddingLeft }),
        ),
    }),
  );
  add('codeActionProvider', () =>
    l.registerCodeActionsProvider(language, {
      provideCodeActions: async (document, range, context, token) => {
        const about = context.diagnostics.map((d) => ({ range: fromRange(d.range), message: d.message, severity: d.severity + 1 }));
        const params = { textDocument: identifier(document), range: fromRange(range), context: { diagnostics: about } };
        return list(await ask('codeAction', params, token)).map((a) => {
          const action = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
          if (a.edit) action.edit = toWorkspaceEdit(a.edit);
          action.isPreferred = a.isPreferred;
          return action;
        });
      },
    }),
  );
}

// runPipeline shows the text of the active file after a pipeline beside it, in a document that
// nobody is asked to save.
async function runPipeline(given) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isOurs(editor.document)) {
    vscode.window.showErrorMessage('optc: open a .mlir file first');
    return;
  }
  const pipeline =
    given || (await vscode.window.showInputBox({ prompt: 'Pipeline', value: 'builtin.module(canonicalize,cse)' }));
  if (!pipeline) return;
  try {
    const { output } = await server.request('optc/runPipeline', { textDocument: identifier(editor.document), pipeline });
    const name = editor.document.uri.path.split('/').pop();
    // The query makes the document another one each time, because editors ask for a text once.
    const uri = vscode.Uri.from({ scheme, path: `${name} after ${pipeline}`, query: String(Date.now()) });
    results.set(uri.toString(), output);
    const document = await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(uri), language);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  } catch (e) {
    vscode.window.showErrorMessage(`optc: ${e.message}`);
  }
}

// showCosts runs the program of the active file on a simulated device, and shows the costs of its lines as hints.
async function showCosts(given) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isOurs(editor.document)) {
    vscode.window.showErrorMessage('optc: open a .mlir file first');
    return;
  }
  const set = given || vscode.workspace.getConfiguration('optc').get('target');
  const target = set || (await vscode.window.showInputBox({ prompt: 'Target, such as sm_80, ipu2 or bm1684; empty if the file names one' }));
  if (target === undefined) return;
  try {
    await server.request('optc/costs', { textDocument: identifier(editor.document), target });
    hintsChanged.fire();
  } catch (e) {
    vscode.window.showErrorMessage(`optc: ${e.message}`);
  }
}

module.exports = { activate, deactivate };
