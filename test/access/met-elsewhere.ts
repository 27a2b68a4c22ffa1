import { clausesIn, type Turned } from './clauses.ts'
import { fails, reportOf } from './met-by-tests.ts'
import { copied } from './source-mutants.ts'

/**
 * Clauses that nobody of the table meets, for no row of its world is in that state: the tests that make such rows notice.
 * In place of who asks stands the test, as `file › name`.
 */
export const metElsewhere = clausesIn(String.raw`
server/schools/platform-schools.test.ts › lets callers who list all schools read this one with every View key, every row audited :: withSupport :: || operation.writes ⇒  ++ viewKeys :: && key.startsWith('View') ⇒
server/schools/platform-schools.test.ts › lets callers who list all schools read this one with every View key, every row audited :: withSupport :: || !caller.rights.appKeys.includes('ViewSchoolActionList') ⇒
server/schools/platform-schools.test.ts › lets callers who list all schools read this one with every View key, every row audited :: viewKeys :: && key.startsWith('View') ⇒
server/schools/platform-schools.test.ts › lets callers who list all schools read this one with every View key, every row audited :: decided :: scope && 'supported' in scope && scope.supported ⇒ false
server/schools/platform-schools.test.ts › lets callers who list all schools read this one with every View key, every row audited :: reviewing :: user?.rights.appKeys.includes('ViewSchoolActionList') ? 'supporter' ⇒ true ? 'supporter'
server/payments/deciding.test.ts › on their own request, also after they left the school :: mustBeOthers :: requestedBy === user.id || ⇒
server/payments/deciding.test.ts › for their own school, in any role there, even while it is closed :: mustBeOthers :: (await belongsTo(db, user.id, school.id)) ⇒ false
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: importOperations :: problem, seesStudents: may('UpdateStudentInfo') } ⇒ problem, seesStudents: true }
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: mustHoldFor :: changed > 0 && !may('UpdateStudentInfo') && !may('EditStudentRecord') ⇒ false
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: mustHoldFor :: guardians > 0 && !mayImportLinks(may) ⇒ false
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: rightsToImport :: change: may('UpdateStudentInfo'), ⇒ change: true,
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: rightsToImport :: link: mayImportLinks(may), ⇒ link: true,
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: rightsToImport :: ownPhone: may('ViewSchoolStudentsList') ? ⇒ ownPhone: true ?
server/roles/user-roles.test.ts › all or none: one wrong element of fifty, and nothing is stored :: mayGive :: !inSchool && schoolId != null ⇒ false
server/roles/user-permissions.test.ts › all or none, whatever is wrong with one :: mayGive :: schoolId != null && !schoolScope ⇒ false
server/push/push.test.ts › may not be one that others use too :: deviceOperations :: user.sharedComputer ⇒ false
server/live/live.test.ts › from people who may not see their subject :: mustBeOwn :: live[topic].access.to === 'self' && id !== caller.id ⇒ false
server/pictures/lost-right.test.ts › a right lost while the picture is decoded stores no picture :: keeping :: await look(context) ⇒
test/may.test.ts › what a row of notes says the teacher may do to it is what the writes answer :: noteWithMay :: update: isOwn(person, note) && ⇒ update:
test/may.test.ts › what a row of notes says the teacher may do to it is what the writes answer :: noteWithMay :: remove: isOwn(person, note) && ⇒ remove:
test/may.test.ts › what a row of notes says the registrar may do to it is what the writes answer :: noteWithMay :: && mayIn(person, notes.update, note.schoolId) ⇒
test/may.test.ts › what a row of notes says the registrar may do to it is what the writes answer :: noteWithMay :: && mayIn(person, notes.remove, note.schoolId) ⇒
test/may.test.ts › an exam of a completed year says that it is final :: workWithMay :: !isFinal(work) && ⇒
test/may.test.ts › what a row of exams says the mathsTeacher may do to it is what the writes answer :: workWithMay :: (work.teaches || seesWhole(person, work.schoolId)) ⇒ true
test/may.test.ts › what a row of homework says the registrar may do to it is what the writes answer :: workWithMay :: isOpen && mayIn(person, update, work.schoolId) ⇒ isOpen
test/may.test.ts › what a row of homework says the registrar may do to it is what the writes answer :: workWithMay :: isOpen && mayIn(person, remove, work.schoolId) ⇒ isOpen
test/may.test.ts › what a school says the teacher may do to it is what changing it and handing it over answer :: schoolWithMay :: && mayIn(reader, schoolSettings.update, school.id) ⇒
test/may.test.ts › what a school says the deputy may do to it is what changing it and handing it over answer :: schoolWithMay :: update && administers(reader, school.adminId) ⇒ update
test/may-of-rights.test.ts › what a role says the registrar may do to it is what taking it answers :: roleWithMay :: mayAt(person, userRoles.take, role.schoolId) && ⇒
test/may-of-rights.test.ts › what a role says the platform may do to it is what taking it answers :: roleWithMay :: && !isDefaultRole(role.roleId) ⇒
test/may-of-rights.test.ts › what a role says the deputy may do to it is what taking it answers :: isKept :: && isSchoolAdmin) ⇒ && false)
test/may-of-rights.test.ts › the platform takes the role of an administrator only while there is another :: isKept :: && isOnlyHolder) ⇒ && false)
test/may-of-rights.test.ts › what a permission says the registrar may do to it is what taking it answers :: keyWithMay :: mayAt(person, userPermissions.take, key.schoolId) && ⇒
test/may-of-rights.test.ts › what a permission says the manager may do to it is what taking it answers :: keyWithMay :: && key.roleId === null ⇒
test/may.test.ts › what the link of a parent says the registrar may do to it is what the writes answer :: linkWithMay :: update: mayIn(person, studentParents.update, schoolId) ⇒ update: true
test/may.test.ts › what the link of a parent says the registrar may do to it is what the writes answer :: linkWithMay :: remove: mayIn(person, studentParents.remove, schoolId) ⇒ remove: true
server/roles/proposals.test.ts › stay until a second person confirms, and the managers of every school are then notified :: roleKeyProposalOperations :: confirm: !isOwn && mayDecide ⇒ confirm: mayDecide
server/identity/session.test.ts › lives shorter from the call on at which its person became more :: identify :: if (!isAlive(session, rights, now)) return null ⇒
server/exams/exams-in-reach.test.ts › requires that a class is of the school named beside it, of a caller who sees both :: whereVisible :: if (named.some(([kind]) => kind === 'school')) throw invalid('Invalid input') ⇒
server/exams/exams-in-reach.test.ts › requires that a class is of the school named beside it, of a caller who sees both :: whereVisible :: found.every(({ id }) => id === found[0]!.id) ⇒ true
`)

/** Whether that very test fails, and others of its file do not, once the clause is turned. */
export async function isNoticed({ asks, edits }: Turned): Promise<string | null> {
  const { folder, remove } = copied(edits, ['test', 'vitest.config.ts', 'bin', 'package-lock.json'])
  const report = await reportOf([asks.split(' › ')[0]!], folder, {}, ['--maxWorkers=1']).finally(remove)
  return fails(report, asks) ? asks : null
}
