import { acts, type Words } from '#contract/platform/audit/acts.ts'
import { withClient } from '#server/db/client.ts'
import { isDataThere } from '#server/db/embedded/place.ts'
import type { Config } from '#server/run/start/config.ts'
import { withDatabase } from './as-owner.ts'
import { actsSince } from './withdrawn.queries.ts'

/** Acts that close an access. A restore to a moment before one of them opens that access again. */
const operations = [
  'operator sets a password',
  'operator ends sessions',
  'operator enrols a second factor',
  'operator reports a number as lost',
  'operator replaces the secret',
  'operator erases a child',
  'Role/ChangeRoleActivation',
  'RolePermission/RemovePermissionsFromRole',
  'RolePermission/ConfirmProposal',
  'UserRole/RemoveUserRoles',
  'OfficeRole/SwitchOff',
  'UserPermission/RemovePermissionsFromUser',
  'api/School/ChangeActivation',
  'api/School/CloseSupportWindow',
  'StudentParent/UpdateStudentParent',
  'StudentParent/DeleteStudentParent',
  'StudentParent/RemoveInvitation',
  'SchoolTeacher/RemoveTeacherFromSchool',
  'SchoolTeacher/RemoveInvitation',
  'SchoolTeacherCourse/RemoveSchoolTeacherCourse',
  'ClassRoomTeacherCourse/DeleteClassRoomIeacherCourse',
  'TeacherReplacement/Replace',
  'PhoneChange/ReportLost',
  'PhoneChange/Withdraw',
  'PhoneChange/Apply',
]
const events = ['passwordSet', 'passwordChanged', 'phoneChanged', 'phoneChangeCancelled']

const words: Record<string, Words> = Object.fromEntries(
  Object.values<Record<string, readonly [string, ...Words]>>(acts).flatMap((some) =>
    Object.entries(some).map(([path, [, ...texts]]) => [path, texts] as const),
  ),
)

/** The audit of the present database, one line for each access that was closed after a moment; otherwise why there is none. */
export async function withdrawnSince(config: Config, since: Date): Promise<string> {
  const unknown = (why: string) =>
    `Rights withdrawn and accounts reported after ${since.toISOString()} are not known: ${why} They are as they were at that moment.`
  if (config.databaseUrl || !isDataThere(config.dataDir, config.dataDirNamed))
    return unknown('there is no database with a later audit.')
  try {
    const found = await withDatabase(({ owner }) =>
      withClient(owner, (client) => actsSince(client, since, operations, events)),
    )
    if (found.length === 0) return `No right was withdrawn and no account reported after ${since.toISOString()}.`
    return [
      `Withdrawn or reported after ${since.toISOString()}, and undone by this restore; do it again where it should last:`,
      ...found.map(
        ({ at, operation, target, person }) =>
          `  ${at.toISOString()}  ${words[operation]![0]}: ${target}${person && `, by ${person}`}`,
      ),
    ].join('\n')
  } catch (problem) {
    return unknown(`the audit of the present database cannot be read (${(problem as Error).message}).`)
  }
}
