import { compilingLate } from '#server/processes/isolated-process.ts'

// As for the tests (bin/short-lived.mjs): compiling only hot code saves more than it costs.
const shortLived = [...compilingLate(process.versions.node), '--enable-source-maps']

/**
 * The arguments of Node that start a process from its bundle, which bin/bundle.mjs made at the start of the run. Loading the server from a
 * thousand separate files would cost a test nine seconds of CPU instead of one.
 */
const bundled = (file: string) => [...shortLived, file]

export const server = bundled('bundle/main.mjs')
export const callbackAlone = bundled('bundle/tests/callback-alone.mjs')
export const importsAlone = bundled('bundle/tests/imports-alone.mjs')
export const inboxAlone = bundled('bundle/tests/inbox-alone.mjs')
export const signInAlone = bundled('bundle/tests/sign-in-alone.mjs')
export const outboxAlone = bundled('bundle/tests/outbox-alone.mjs')

/** The operator's command; append the arguments of the command line. */
export const operator = [
  ...shortLived,
  '--input-type=module',
  '-e',
  "const { kashkool } = await import('./bundle/kashkool.mjs'); process.exitCode = await kashkool(process.argv.slice(1))",
  '--',
]
