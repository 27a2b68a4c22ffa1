import { existsSync } from 'node:fs'

/** Tests that start, kill and restore whole servers and processes, or open a thousand connections. */
const onTheMachinesTime = [
  'server/backup/drill.test.ts',
  'server/backup/holes.test.ts',
  'server/backup/timelines.test.ts',
  'server/db/availability.test.ts',
  'server/db/embedded.test.ts',
  'server/db/versions.test.ts',
  'server/operator/restored-access.test.ts',
  'server/operator/side-by-side.test.ts',
  'server/promotion/killed.test.ts',
  'server/start/database.test.ts',
  'server/start/main.test.ts',
  'server/start/request-sign-in.test.ts',
  'server/start/serving-processes.test.ts',
  'server/system/connections.test.ts',
  'test/install.test.ts',
  'test/kills.test.ts',
  'test/recipes-followed.test.ts',
  'test/rolling-restart.test.ts',
  'test/steps.test.ts',
]
const onTheDayOfTheTests = [
  'server/call/replica.test.ts',
  'server/imports/store/import-work.test.ts',
  'server/operator/child-erasure-files.test.ts',
  'server/operator/kashkool.test.ts',
  'server/operator/new-secret.test.ts',
  'server/operator/wrong-calls.test.ts',
]

export const wholeServers = [...onTheMachinesTime, ...onTheDayOfTheTests]

/**
 * Tests that do not depend on the day: whole processes, files that are read, the built client, our own tools; and the access proof,
 * which is compared with what was reviewed on the usual day.
 */
export const dayless = [
  ...onTheMachinesTime,
  'server/attachments/pdf-check.test.ts',
  'server/pictures/**',
  'test/access/proof.test.ts',
  'test/abuse-of-load.test.ts',
  'test/abuse-pictures.test.ts',
  'test/budgets.test.ts',
]

for (const file of [...wholeServers, ...dayless])
  if (!file.endsWith('**') && !existsSync(file))
    throw new Error(`bin/whole-servers.mjs names ${file}, which is no more`)
