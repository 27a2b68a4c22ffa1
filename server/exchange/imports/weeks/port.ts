import type { Run } from '#server/call/implement.ts'

/** What the route of week files needs from its domain: to read a file, and to answer what was found in it. */
export type WeekUploads = { reading: (file: () => Promise<Buffer>) => Promise<Run> }
