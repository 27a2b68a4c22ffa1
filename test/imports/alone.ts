// A process of its own that stores imports, to be killed by tests.
import { importInBackground, importerPace } from '#server/imports/store/importer.ts'
import { clock } from '#test/clock.ts'

const { owner, atOnce } = JSON.parse(process.argv[2] ?? '')
importInBackground(owner, clock, { pace: { ...importerPace, atOnce } })
