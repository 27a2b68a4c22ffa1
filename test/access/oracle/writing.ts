import { type Asked, type Expected, one, refused } from './expected.ts'
import { inSchoolOf } from './places.ts'

/** A write in an active school, by who may; null lets through. */
export const writing = (asked: Asked, keys: string[], schoolId: string | undefined): Expected | null =>
  inSchoolOf(asked, keys, schoolId) ?? (one(asked.graph.schools, schoolId!).active ? null : refused.notActive)
