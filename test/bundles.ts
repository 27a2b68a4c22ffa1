// As the tests (bin/short-lived.mjs): compiling only what is hot saves more than it costs.
const shortLived = ['--interrupt-budget=1000000', '--enable-source-maps']

/**
 * The words that start Node with a process of its own from what bin/bundle.mjs made of its sources at the start of the run:
 * loading the server from its thousand files costs a test nine seconds of a processor instead of one.
 */
const bundled = (file: string) => [...shortLived, file]

export const server = bundled('bundle/main.mjs')
export const importsAlone = bundled('bundle/tests/imports-alone.mjs')
export const inboxAlone = bundled('bundle/tests/inbox-alone.mjs')
export const outboxAlone = bundled('bundle/tests/outbox-alone.mjs')

/** The operator's command; the words of the command line follow. */
export const operator = [
  ...shortLived,
  '--input-type=module',
  '-e',
  "const { kashkool } = await import('./bundle/kashkool.mjs'); process.exitCode = await kashkool(process.argv.slice(1))",
  '--',
]
