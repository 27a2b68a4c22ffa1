import { schoolSettings } from '#contract/schools/school-settings.ts'
import { type Holder, mayIn } from '#server/access/may.ts'

/** Only the administrator of a school hands it over. */
export const administers = (person: { id: string }, adminId: string | null): boolean => person.id === adminId

/** A school with what its reader may do to it; a visitor nothing. */
export const schoolWithMay =
  (reader: Holder | null) =>
  <School extends { id: string; adminId: string | null }>(school: School) => {
    const update = reader !== null && mayIn(reader, schoolSettings.update, school.id)
    return { ...school, may: { update, handOver: update && administers(reader, school.adminId) } }
  }
