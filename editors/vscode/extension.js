// VS Code extension: starts `redforge lsp` for our files, and has tasks and a preview of maps.
"use strict";

const { execFile } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");

const roots = require("./roots.json");

const { commands, languages, tasks, window, workspace } = vscode;

function setting(name, resource) {
    return workspace.getConfiguration("redforge", resource).get(name);
}

/// Returns the options --game and --data for the folders of the settings. A relative path starts at the folder of the workspace.
function folderOptions(names, resource) {
    const base = resource && workspace.getWorkspaceFolder(resource);
    return names.flatMap((name) => {
        const folder = setting(name, resource);
        return folder ? ["--" + name, base ? path.resolve(base.uri.fsPath, folder) : folder] : [];
    });
}

// Language client

// The client starts when one of our texts is open. Other XML and text files start nothing: the extension looks at the
// beginning of their content only. Activation by files in the workspace (workspaceContains) would miss a file that is
// opened alone, and would search every folder that the user opens.
let client;
/// URIs of the XML documents that the server has.
const documents = new Set();

function beginning(document) {
    return document.getText(new vscode.Range(0, 0, 200, 0));
}

/// Returns true for an Oblivion script: the first statement names it. Comments begin with a semicolon.
function isOblivionScript(text) {
    return /^\uFEFF?(?:[ \t]*(?:;[^\n]*)?\r?\n)*[ \t]*(?:scn|scriptname)[ \t]/i.test(text);
}

/// Returns true for an XML text whose root element belongs to a format of Redforge, or is a list of edits.
function isOurXml(text) {
    const elements = text.replace(/<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE[^>]*>/g, "");
    const root = /^\uFEFF?\s*<([A-Za-z_][\w.-]*)/.exec(elements);
    return root !== null && roots.includes(root[1]);
}

async function inspect(document) {
    const isFile = document.uri.scheme === "file" || document.uri.scheme === "untitled";
    if (isFile && document.languageId === "plaintext" && /\.txt$/i.test(document.fileName) && isOblivionScript(beginning(document))) {
        // This opens the document again, with the other language.
        await languages.setTextDocumentLanguage(document, "obscript");
    } else if (isFile && (["soup", "obscript"].includes(document.languageId) || (document.languageId === "xml" && isOurXml(beginning(document))))) {
        await start();
    }
}

/// Sends XML documents to the server only if they are ours.
const middleware = {
    didOpen: async (document, next) => {
        if (document.languageId !== "xml" || isOurXml(beginning(document))) {
            documents.add(document.uri.toString());
            await next(document);
        }
    },
    didChange: async (event, next) => {
        if (documents.has(event.document.uri.toString())) {
            await next(event);
        } else if (isOurXml(beginning(event.document))) {
            documents.add(event.document.uri.toString());
            await client.sendNotification("textDocument/didOpen", client.code2ProtocolConverter.asOpenTextDocumentParams(event.document));
        }
    },
    didClose: async (document, next) => {
        if (documents.delete(document.uri.toString())) {
            await next(document);
        }
    },
};

async function start() {
    if (client) {
        return;
    }
    const { LanguageClient } = require("vscode-languageclient/node");
    const command = setting("program");
    const selector = ["soup", "obscript", "xml"].flatMap((language) => ["file", "untitled"].map((scheme) => ({ scheme, language })));
    client = new LanguageClient(
        "redforge",
        "Redforge",
        { command, args: ["lsp"] },
        {
            documentSelector: selector,
            initializationOptions: { game: setting("game"), data: setting("data"), usesCommand: "redforge.showUses" },
            synchronize: { configurationSection: "redforge" },
            middleware,
        }
    );
    try {
        await client.start();
    } catch (error) {
        window.showErrorMessage(`Cannot start ${command}: ${error.message || error}. Set redforge.program to the full path of the program.`);
    }
}

async function stop() {
    const old = client;
    client = undefined;
    documents.clear();
    if (old && old.needsStop()) {
        await old.stop();
    }
}

/// Shows the uses that a code lens counts.
function showUses(uri, position, uses) {
    const convert = client.protocol2CodeConverter;
    return commands.executeCommand("editor.action.showReferences", vscode.Uri.parse(uri), convert.asPosition(position), uses.map(convert.asLocation));
}

// Tasks

const matchers = ["$redforge", "$redforge-file", "$redforge-script", "$redforge-error"];
/// The tasks that are offered, with the folders of the settings that their commands accept.
const offered = [
    { command: "check", args: ["-r", "."], folders: ["game", "data"] },
    { command: "script check", args: ["."], folders: ["game"] },
    { command: "build", args: [], folders: [], group: vscode.TaskGroup.Build, needs: "redforge.toml" },
];

function makeTask(definition, folder, group) {
    const known = offered.find((each) => each.command === definition.command);
    const options = known ? folderOptions(known.folders, folder.uri) : [];
    const args = [...definition.command.split(" "), ...(definition.args || (known ? known.args : [])), ...options];
    const execution = new vscode.ProcessExecution(setting("program", folder.uri), args, { cwd: folder.uri.fsPath });
    const task = new vscode.Task(definition, folder, definition.command, "redforge", execution, matchers);
    task.group = group;
    return task;
}

const taskProvider = {
    provideTasks: () =>
        (workspace.workspaceFolders || []).flatMap((folder) =>
            offered
                .filter((each) => !each.needs || fs.existsSync(path.join(folder.uri.fsPath, each.needs)))
                .map((each) => makeTask({ type: "redforge", command: each.command }, folder, each.group))
        ),
    resolveTask: (task) => {
        const isFolder = task.scope && task.scope.uri;
        const folder = isFolder ? task.scope : (workspace.workspaceFolders || [])[0];
        return folder ? makeTask(task.definition, folder, task.group) : undefined;
    },
};

// Preview of maps

const views = ["iso", "top", "front", "side", "camera"];
/// Panels by path.
const previews = new Map();

function escaped(text) {
    return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function page(content, view) {
    const buttons = views.map((each) => `<button ${each === view ? "disabled" : ""}>${each}</button>`).join(" ");
    return `<!DOCTYPE html>
<html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-redforge'"></head>
<body><p>${buttons}</p>${content}
<script nonce="redforge">
const host = acquireVsCodeApi();
for (const button of document.querySelectorAll("button")) {
    button.onclick = () => host.postMessage(button.textContent);
}
</script></body></html>`;
}

/// Returns the picture of a file as a data URI. Throws an Error with the message of the program.
async function render(file, view) {
    const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), "redforge-preview-"));
    const picture = path.join(folder, "map.png");
    const uri = vscode.Uri.file(file);
    const args = ["render", file, "-o", picture, "--view", view, ...folderOptions(["game"], uri)];
    try {
        await new Promise((resolve, reject) => {
            execFile(setting("program", uri), args, (error, _out, messages) => (error ? reject(new Error(messages.trim() || error.message)) : resolve()));
        });
        return "data:image/png;base64," + (await fs.promises.readFile(picture)).toString("base64");
    } finally {
        await fs.promises.rm(folder, { recursive: true, force: true });
    }
}

async function updatePreview(file) {
    const preview = previews.get(file);
    const content = await render(file, preview.view).then(
        (picture) => `<img src="${picture}" alt="${escaped(path.basename(file))}" style="max-width: 100%">`,
        (error) => `<pre>${escaped(error.message)}</pre>`
    );
    if (previews.get(file) === preview) {  // not closed meanwhile
        preview.panel.webview.html = page(content, preview.view);
    }
}

async function showMapPreview(uri) {
    const of = uri || (window.activeTextEditor && window.activeTextEditor.document.uri);
    if (!of || of.scheme !== "file") {
        window.showErrorMessage("No map is open. Open map.xml of an unpacked map, or choose a file in the explorer.");
        return;
    }
    const file = of.fsPath;
    if (!previews.has(file)) {
        const name = path.basename(file) === "map.xml" ? path.basename(path.dirname(file)) : path.basename(file);
        const panel = window.createWebviewPanel("redforge.map", `Map ${name}`, vscode.ViewColumn.Beside, { enableScripts: true });
        const preview = { panel, view: views[0] };
        previews.set(file, preview);
        panel.onDidDispose(() => previews.delete(file));
        panel.webview.onDidReceiveMessage((view) => {
            if (views.includes(view)) {
                preview.view = view;
                updatePreview(file);
            }
        });
    } else {
        previews.get(file).panel.reveal();
    }
    await updatePreview(file);
}

/// Updates the previews of the maps that contain a saved file.
function updatePreviews(document) {
    for (const file of previews.keys()) {
        if (document.fileName === file || document.fileName.startsWith(path.dirname(file) + path.sep)) {
            updatePreview(file);
        }
    }
}

exports.activate = async (context) => {
    context.subscriptions.push(
        workspace.onDidOpenTextDocument(inspect),
        workspace.onDidSaveTextDocument(inspect),
        workspace.onDidSaveTextDocument(updatePreviews),
        workspace.onDidChangeConfiguration(async (event) => {
            if (client && event.affectsConfiguration("redforge.program")) {
                await stop();
                await start();
            }
        }),
        commands.registerCommand("redforge.showUses", showUses),
        commands.registerCommand("redforge.showMapPreview", showMapPreview),
        tasks.registerTaskProvider("redforge", taskProvider)
    );
    await Promise.all(workspace.textDocuments.map(inspect));
};

exports.deactivate = stop;
