#!/usr/bin/env node
import module from 'node:module';

// As in `tsc`: Node reuses the compiled code of earlier commands, which halves the start.
module.enableCompileCache?.();
const { main } = await import('../dist/main.js');

process.exitCode = await main(process.argv.slice(2));
