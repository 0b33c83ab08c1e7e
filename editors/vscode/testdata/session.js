// A session of the extension with a language server, in an editor that is made of objects. It
// writes what a user would see, a line each.
'use strict';

const Module = require('module');
const path = require('path');

const seen = [];
const providers = {};
const handlers = {};
const disposable = { dispose() {} };
class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(a, b, c, d) { this.start = new Position(a, b); this.end = new Position(c, d); }
}
const plain = (...names) => class { constructor(...args) { names.forEach((n, i) => { this[n] = args[i]; }); } };
const uri = (text) => ({ toString: () => text, path: text.replace('file://', ''), fsPath: text.replace('file://', '') });
const shown = new Map();
const register = (name) => (_, provider) => { providers[name] = provider; return disposable; };

class WorkspaceEdit {
  constructor() { this.edits = []; }
  set(u, edits) { this.edits.push(...edits); }
}

let fired = 0; // events about hints
class EventEmitter {
  event() { return disposable; }
  fire() { fired++; }
  dispose() {}
}

const vscode = {
  EventEmitter, InlayHint: plain('position', 'label', 'kind'),
  Position, Range, WorkspaceEdit,
  Location: plain('uri', 'range'), TextEdit: plain('range', 'newText'), MarkdownString: plain('value'), Hover: plain('contents', 'range'),
  Diagnostic: plain('range', 'message', 'severity'), DiagnosticRelatedInformation: plain('location', 'message'), CompletionItem: plain('label', 'kind'),
  SnippetString: plain('value'), DocumentSymbol: plain('name', 'detail', 'kind', 'range', 'selectionRange'), FoldingRange: plain('start', 'end', 'kind'),
  InlayHint: plain('position', 'label', 'kind'), CodeAction: plain('title', 'kind'),
  CodeActionKind: { QuickFix: 'quickfix' }, FoldingRangeKind: { Comment: 1 }, ViewColumn: { Beside: -2 }, 
  Uri: { parse: uri, from: ({ scheme, path, query }) => uri(`${scheme}:${path}?${query}`) },
  languages: {
    createDiagnosticCollection: () => ({ set: (u, list) => shown.set(u.toString(), list), delete: (u) => shown.delete(u.toString()), clear: () => shown.clear(), dispose() {} }),
    registerHoverProvider: register('hover'), registerCompletionItemProvider: register('completion'), registerDefinitionProvider: register('definition'),
    registerReferenceProvider: register('references'), registerRenameProvider: register('rename'), registerDocumentFormattingEditProvider: register('formatting'),
    registerDocumentSymbolProvider: register('symbols'), registerFoldingRangeProvider: register('folding'), registerInlayHintsProvider: register('hints'),
    registerCodeActionsProvider: register('actions'),
    setTextDocumentLanguage: async (d, language) => Object.assign(d, { languageId: language }),
  },
  commands: { registerCommand: (name, f) => { handlers[name] = f; return disposable; } },
  window: {
    showErrorMessage: (text) => seen.push('error: ' + text.replace(process.argv[2], 'optc')),
    showWarningMessage: (text) => seen.push('warning: ' + text.replace(process.argv[2], 'optc')),
    showTextDocument: async (d) => seen.push(`pipeline: ${d.languageId}: ` + d.getText().split('\n')[2].trim()),
  },
  workspace: {
    textDocuments: [],
    getConfiguration: () => ({ get: (name) => (name === 'path' ? process.argv[2] : ['lsp']) }),
    onDidOpenTextDocument: (f) => { handlers.open = f; return disposable; },
    onDidChangeTextDocument: (f) => { handlers.change = f; return disposable; },
    onDidCloseTextDocument: (f) => { handlers.close = f; return disposable; },
    registerTextDocumentContentProvider: (_, provider) => { providers.result = provider; return disposable; },
    openTextDocument: async (u) => ({ uri: u, getText: () => providers.result.provideTextDocumentContent(u) }),
  },
};

// The extension starts servers with this spawn, so that the session can end the last.
const processes = require('child_process');
let lastServer;
const replaced = { vscode, child_process: { ...processes, spawn: (...args) => (lastServer = processes.spawn(...args)) } };
const load = Module._load;
Module._load = (name, ...rest) => replaced[name] || load(name, ...rest);
const extension = require(path.join(__dirname, '..', 'extension.js'));

const document = {
  uri: uri('file:///session.mlir'), languageId: 'mlir', version: 1,
  text: 'func.func @f(%argument: i32) -> i32 {\n  %0 = arith.addi %argumnt, %argument : i32\n    return %0 : i32\n}\n',
  getText() { return this.text; },
};

// kernelText has a load and a store of 128 bytes.
const kernelText = `gpu.module @m {
  gpu.func @k(%x: memref<32xf32>, %y: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<32xf32>
    memref.store %v, %y[%t] : memref<32xf32>
    gpu.return
  }
}
`;

async function until(what, condition) {
  for (let i = 0; i < 500 && !condition(); i++) await new Promise((r) => setTimeout(r, 10));
  if (!condition()) throw new Error('no ' + what);
}

const diagnostics = () => shown.get('file:///session.mlir') || [];

async function main() {
  const context = { subscriptions: [] };
  vscode.workspace.textDocuments.push(document);
  await extension.activate(context);
  await until('diagnostics', () => diagnostics().length > 0);
  const d = diagnostics()[0];
  seen.push(`diagnostic: ${d.range.start.line}:${d.range.start.character} ${d.message.split('\n')[0]}`);
  const actions = await providers.actions.provideCodeActions(document, d.range, { diagnostics: diagnostics() });
  seen.push(`fix: ${actions[0].title}, ${actions[0].edit.edits[0].newText}`);
  document.text = document.text.replace('%argumnt', '%argument');
  document.version++;
  handlers.change({ document });
  await until('end of the diagnostic', () => diagnostics().length === 0);
  seen.push('diagnostic: none');
  const hover = await providers.hover.provideHover(document, new Position(1, 9));
  seen.push('hover: ' + hover.contents.value.split('\n').find((l) => l.includes('arith.addi')));
  const items = await providers.completion.provideCompletionItems(document, new Position(1, 19));
  seen.push('completion: ' + items.map((i) => i.label).filter((l) => l.startsWith('%')).join(' '));
  const found = await providers.definition.provideDefinition(document, new Position(1, 20));
  seen.push(`definition: ${found[0].range.start.line}:${found[0].range.start.character}`);
  const references = await providers.references.provideReferences(document, new Position(0, 14), { includeDeclaration: true });
  seen.push('references: ' + references.length);
  const renamed = await providers.rename.provideRenameEdits(document, new Position(0, 14), 'x');
  seen.push(`rename: ${renamed.edits.length} places`);
  const edits = await providers.formatting.provideDocumentFormattingEdits(document, { tabSize: 2, insertSpaces: true });
  seen.push('formatting: ' + edits.length);
  const symbols = await providers.symbols.provideDocumentSymbols(document);
  seen.push('symbols: ' + symbols.map((s) => s.name).join(' '));
  vscode.window.activeTextEditor = { document };
  await handlers['optc.runPipeline']('builtin.module(canonicalize)');
  const kernel = { uri: uri('file:///kernel.mlir'), languageId: 'mlir', version: 1, getText: () => kernelText };
  handlers.open(kernel);
  vscode.window.activeTextEditor = { document: kernel };
  await handlers['optc.costs']('sm_80');
  await until('event of the hints', () => fired > 0);
  const hints = await providers.hints.provideInlayHints(kernel, { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } });
  seen.push('costs: ' + hints.map((h) => h.label).filter((l) => l.includes('bytes')).join('; '));
  await handlers['optc.restart']();
  seen.push('restarted');
  // A server that ends is started again, and knows the documents; one that always ends is not.
  document.text = document.text.replace('%argument :', '%argumnt :');
  for (let i = 0; i < 5; i++) {
    const before = lastServer, told = seen.length;
    before.kill('SIGKILL');
    await until('message about the end', () => seen.length > told);
    if (i === 4) break;
    await until('new server', () => lastServer !== before);
    await until('diagnostics', () => diagnostics().length > 0);
    if (i === 0) seen.push('diagnostic: ' + diagnostics()[0].message.split('\n')[0]);
  }
  await extension.deactivate();
  console.log(seen.join('\n'));
}

main().catch((e) => { console.log(seen.join('\n')); console.error(e); process.exit(1); });
