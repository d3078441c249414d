// VS Code language client for `redforge lsp`.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
    const command = workspace.getConfiguration("redforge").get("program");
    client = new LanguageClient(
        "redforge",
        "Redforge",
        { command, args: ["lsp"] },
        // The server ignores XML and text files that are not in one of its languages.
        { documentSelector: [{ language: "soup" }, { language: "obscript" }, { language: "xml" }, { pattern: "**/*.txt" }] }
    );
    return client.start();
};

exports.deactivate = () => client && client.stop();
