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
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: importOperations :: seesStudents: may('UpdateStudentInfo') }, page) ⇒ seesStudents: true }, page)
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: mustHoldFor :: changed > 0 && !may('UpdateStudentInfo') ⇒ false
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: mustHoldFor :: guardians > 0 && !mayImportLinks(may) ⇒ false
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: rightsToImport :: change: may('UpdateStudentInfo'), ⇒ change: true,
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: rightsToImport :: link: mayImportLinks(may), ⇒ link: true,
server/imports/check/drafts.test.ts › allows its caller no more than the keys of single changes do :: rightsToImport :: ownPhone: may('ViewSchoolStudentsList') ? ⇒ ownPhone: true ?
server/roles/user-roles.test.ts › all or none: one wrong element of fifty, and nothing is stored :: mayGive :: !inSchool && schoolId != null ⇒ false
server/roles/user-permissions.test.ts › all or none, whatever is wrong with one :: mayGive :: schoolId != null && !schoolScope ⇒ false
server/push/push.test.ts › may not be one that others use too :: deviceOperations :: user.sharedComputer ⇒ false
server/live/live.test.ts › from people who may not see their subject :: mustBeOwn :: live[topic].access.to === 'self' && id !== caller.id ⇒ false
server/pictures/lost-right.test.ts › a right lost while the picture is decoded stores no picture :: keeping :: await look(context) ⇒
`)

/** Whether that very test fails, and others of its file do not, once the clause is turned. */
export async function isNoticed({ asks, edits }: Turned): Promise<string | null> {
  const { folder, remove } = copied(edits, ['test', 'vitest.config.ts'])
  const report = await reportOf([asks.split(' › ')[0]!], folder, {}, ['--maxWorkers=1']).finally(remove)
  return fails(report, asks) ? asks : null
}
