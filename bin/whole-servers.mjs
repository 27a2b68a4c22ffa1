import { existsSync } from 'node:fs'

/** Tests that start, kill and restore whole servers and processes, or open a thousand connections. */
const onTheMachinesTime = [
  'server/run/backup/drill.test.ts',
  'server/run/backup/holes.test.ts',
  'server/run/backup/timelines.test.ts',
  'server/db/availability.test.ts',
  'server/db/embedded.test.ts',
  'server/db/versions.test.ts',
  'server/run/operator/restored-access.test.ts',
  'server/run/operator/side-by-side.test.ts',
  'server/results/promotion/killed.test.ts',
  'server/run/start/database.test.ts',
  'server/run/start/main.test.ts',
  'server/run/start/request-sign-in.test.ts',
  'server/run/start/serving-processes.test.ts',
  'server/run/system/connections.test.ts',
  'test/house/install.test.ts',
  'test/faults/kills.test.ts',
  'test/house/recipes-followed.test.ts',
  'test/faults/rolling-restart.test.ts',
  'test/house/steps.test.ts',
]
const onTheDayOfTheTests = [
  'server/call/replica.test.ts',
  'server/exchange/imports/store/import-work.test.ts',
  'server/run/operator/child-erasure-files.test.ts',
  'server/run/operator/kashkool.test.ts',
  'server/run/operator/new-secret.test.ts',
  'server/run/operator/wrong-calls.test.ts',
]

export const wholeServers = [...onTheMachinesTime, ...onTheDayOfTheTests]

/**
 * Tests that do not depend on the day: whole processes, files that are read, the built client, our own tools; and the access proof,
 * which is compared with what was reviewed on the usual day.
 */
export const dayless = [
  ...onTheMachinesTime,
  'server/platform/attachments/pdf-check.test.ts',
  'server/platform/attachments/pdf-rules.test.ts',
  'server/platform/pictures/**',
  'test/access/proof.test.ts',
  'test/attacks/abuse-of-load.test.ts',
  'test/attacks/abuse-pictures.test.ts',
  'test/house/budgets.test.ts',
]

for (const file of [...wholeServers, ...dayless])
  if (!file.endsWith('**') && !existsSync(file))
    throw new Error(`bin/whole-servers.mjs names ${file}, which is no more`)
