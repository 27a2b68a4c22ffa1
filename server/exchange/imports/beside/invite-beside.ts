import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { countryOfSchool } from '#server/platform/schools/school-settings.queries.ts'
import type { Db } from '#server/db/db.ts'
import { ownNumberOf } from '#server/exchange/imports/check/names.queries.ts'
import { mobileIn } from '#server/exchange/imports/read/words.ts'
import { invitationsKnown } from '#server/exchange/imports/tables/staff.queries.ts'
import { roleNamed } from '#server/exchange/imports/tables/role-words.ts'
import type { InvitedTeacher } from '#server/people/teachers/staff-invitations.queries.ts'
import { givableRoles } from '#server/people/teachers/invited-roles.rules.ts'
import type { FolderBeside } from './beside.queries.ts'

type Person = FolderBeside['staff'][number] & { teacherId: string | null; isDoubted: boolean }
type Inviting = { schoolId: string; personId: string; mayGive: (keys: readonly string[]) => boolean }

/** How each person of a folder who is not a teacher of the school can be invited; null: only by hand, because a person must decide. */
export async function invitable(db: Db, { schoolId, personId, mayGive }: Inviting) {
  const ownPhone = await ownNumberOf(db, personId)
  const home = await countryOfSchool(db, schoolId)
  const waiting = await invitationsKnown(db, schoolId)
  const roles = (await givableRoles(db, schoolId)).filter(({ id, keys }) => id !== manager && mayGive(keys))
  return (person: Person): { isInvited: boolean; invitation: Omit<InvitedTeacher, 'teaching'> | null } => {
    const phoneNumber = mobileIn(person.phone, home)
    const email = person.email.toLowerCase() || null
    const isInvited = waiting.some((one) => (phoneNumber ? one.phone === phoneNumber : !!email && one.email === email))
    const role = isTeaching.test(person.role) ? 'teacher' : roleNamed(person.role, roles)
    const isOut =
      person.teacherId !== null || person.isDoubted || isInvited || role === null || phoneNumber === ownPhone
    if (isOut || (!phoneNumber && !email)) return { isInvited, invitation: null }
    const roleId = role === 'teacher' ? null : role
    return {
      isInvited,
      invitation: { teacherName: person.name || null, phoneNumber, email: person.email || null, roleId },
    }
  }
}

/** Principals and administrators of a folder manage another system. Who manages this school, a manager decides by hand. */
const manager = builtInRoles.schoolManager.id

const isTeaching = /teacher|faculty|lecturer|professor|substitute/
