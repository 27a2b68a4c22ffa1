import { batches } from '#server/db/batch.ts'
import { carrySettings, tellsSettings } from './carried-settings.ts'

// Loaded before test files that run on Citus (bin/test-citus.ts); files of one process share the module they load it from.
const { ask } = batches
batches.ask = function (asked) {
  // What Citus asks for by itself, and puts in its place, must have a column.
  const answer = ask.call(this, { ...asked, text: asked.text.replaceAll(/\bselect(\s+)from\b/g, 'select 1$1from') })
  if (tellsSettings(asked.text)) carrySettings((text) => ask.call(this, { text, values: [] }))
  return answer
}
