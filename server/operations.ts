import type { FastifyInstance } from 'fastify'
import { activities } from '#contract/activities/activities.ts'
import { attendance } from '#contract/attendance/attendance.ts'
import { classMoves } from '#contract/class-moves/class-moves.ts'
import { classes } from '#contract/classes/classes.ts'
import { classSettings } from '#contract/classes/class-settings.ts'
import { contacts } from '#contract/contacts/contacts.ts'
import { courses } from '#contract/courses/courses.ts'
import { exams } from '#contract/exams/exams.ts'
import { grades } from '#contract/grades/grades.ts'
import { homework } from '#contract/homework/homework.ts'
import { identity } from '#contract/identity/identity.ts'
import { inbox } from '#contract/inbox/inbox.ts'
import { imports } from '#contract/imports/imports.ts'
import { invitations } from '#contract/parents/invitations.ts'
import { languages } from '#contract/languages/languages.ts'
import { months } from '#contract/years/months.ts'
import { notes } from '#contract/notes/notes.ts'
import { noticePreferences } from '#contract/push/notice-preferences.ts'
import { parents } from '#contract/parents/parents.ts'
import { paymentRequests, payments } from '#contract/payments/payments.ts'
import { platformSchools } from '#contract/schools/platform-schools.ts'
import { push } from '#contract/push/push.ts'
import { rateHeaders } from '#contract/exams/rate-headers.ts'
import { reference } from '#contract/reference/reference.ts'
import {
  coinTypeList,
  contactTypeList,
  languageList,
  paymentTypeList,
  relationList,
  schoolTypeList,
} from '#contract/reference/reference-lists.ts'
import { registration } from '#contract/identity/registration.ts'
import { permissionList, rolePermissions, roles } from '#contract/roles/roles.ts'
import { schoolSettings } from '#contract/schools/school-settings.ts'
import { schools } from '#contract/schools/schools.ts'
import { studentActivities } from '#contract/activities/student-activities.ts'
import { studentExams } from '#contract/exams/student-exams.ts'
import { studentHomework } from '#contract/homework/student-homework.ts'
import { studentNumbers } from '#contract/student-numbers/student-numbers.ts'
import { studentParents } from '#contract/parents/student-parents.ts'
import { studentRecords } from '#contract/students/student-records.ts'
import { students } from '#contract/students/students.ts'
import { teachers } from '#contract/teachers/teachers.ts'
import { classTeaching, teacherCourses } from '#contract/teachers/teaching.ts'
import { today } from '#contract/today/today.ts'
import { userPermissions } from '#contract/roles/user-permissions.ts'
import { userRoles } from '#contract/roles/user-roles.ts'
import { users } from '#contract/identity/users.ts'
import { why } from '#contract/roles/why.ts'
import { years } from '#contract/years/years.ts'
import { activityOperations } from './activities/activities.ts'
import { studentActivityOperations } from './activities/student-activities.ts'
import type { Settings } from './settings.ts'
import { attendanceOperations } from './attendance/attendance.ts'
import { auditReads } from '#server/access/audit.ts'
import { classMoveOperations } from './class-moves/class-moves.ts'
import { classOperations } from './classes/classes.ts'
import { classSettingOperations } from './classes/class-settings.ts'
import { contactOperations } from './contacts/contacts.ts'
import { courseOperations } from './courses/courses.ts'
import { type Db, openDb } from './db/db.ts'
import { examOperations } from './exams/exams.ts'
import { rateHeaderOperations } from './exams/rate-headers.ts'
import { studentExamOperations } from './exams/student-exams.ts'
import { gradeOperations } from './grades/grades.ts'
import { homeworkOperations } from './homework/homework.ts'
import { studentHomeworkOperations } from './homework/student-homework.ts'
import { codeFigures } from './identity/code-figures.ts'
import { codeLimits } from './identity/code-limits.ts'
import { commonPasswords } from './identity/guessable-passwords.ts'
import { smsCodes } from './identity/codes.ts'
import { identityOperations } from './identity/identity.ts'
import { loginLimits } from './identity/login-limits.ts'
import { lookUpFigures, lookUpLimits } from './identity/look-up-limits.ts'
import { passwordLimits } from './identity/password-limits.ts'
import { registrationOperations } from './identity/registration.ts'
import { secondFactor } from './identity/second-factor.ts'
import { userOperations } from './identity/users.ts'
import { inboxOperations } from './inbox/inbox.ts'
import { exportsOf } from './exports/exports.ts'
import { fileReader } from '#server/imports/read/read-file.ts'
import { importOperations } from './imports/imports.ts'
import { uploadsOf } from './imports/uploads.ts'
import { languageOperations } from './languages/languages.ts'
import { liveEvents, liveFigures } from './live/live.ts'
import { callFigures, callLimits } from '#server/call/limits.ts'
import { noteOperations } from './notes/notes.ts'
import { outboxLine } from '#server/outbox/connection.ts'
import { invitationOperations } from './parents/invitations.ts'
import { parentOperations } from './parents/parents.ts'
import { studentParentOperations } from './parents/student-parents.ts'
import { decoder } from './pictures/decode.ts'
import { paymentRequestOperations } from './payments/payment-requests.ts'
import { paymentOperations } from './payments/payments.ts'
import { picturesOf } from './pictures/pictures.ts'
import { noticePreferenceOperations } from './push/notice-preferences.ts'
import { pushOperations } from './push/push.ts'
import { vapidOf } from './push/vapid.ts'
import { referenceOperations } from './reference/reference.ts'
import {
  coinTypeListOperations,
  contactTypeListOperations,
  languageListOperations,
  paymentTypeListOperations,
  relationListOperations,
  schoolTypeListOperations,
} from './reference/reference-lists.ts'
import { readingFigures, readings } from '#server/access/read-quota.ts'
import { platformSchoolOperations } from './schools/platform-schools.ts'
import { permissionListOperations, roleOperations, rolePermissionOperations } from './roles/roles.ts'
import { userPermissionOperations } from './roles/user-permissions.ts'
import { userRoleOperations } from './roles/user-roles.ts'
import { whyOperations } from './roles/why.ts'
import { schoolSettingOperations } from './schools/school-settings.ts'
import { schoolOperations } from './schools/schools.ts'
import { type Secrets, secretsOf } from './secrets.ts'
import { serve } from '#server/call/serve.ts'
import { studentNumberOperations } from './student-numbers/student-numbers.ts'
import { codesAMinute, studentCodeLimits } from './students/code-limits.ts'
import { studentRecordOperations } from './students/student-records.ts'
import { studentOperations } from './students/students.ts'
import { teacherOperations } from './teachers/teachers.ts'
import { classTeachingOperations, teacherCourseOperations } from './teachers/teaching.ts'
import { todayOperations } from './today/today.ts'
import { monthOperations } from './years/months.ts'
import { yearOperations } from './years/years.ts'
import { exportRoutes } from './system/export-routes.ts'
import { importRoutes } from './system/import-routes.ts'
import { liveRoute } from './system/live-route.ts'
import { pictureRoutes } from './system/picture-routes.ts'

/** Makes every operation of the product a route: one line a domain. */
export function operationsOf(app: FastifyInstance, db: Db, settings: Settings) {
  const reads = auditReads(db, (problem) => app.log.error(problem, 'audit lines of reads wait'))
  const secrets = secretsOf(settings.key)
  const { clock } = settings
  const served = {
    db,
    clock,
    reads,
    secrets,
    limits: callLimits(settings.calls ?? callFigures),
    readings: readings({ ...readingFigures, ...settings.readings }, clock),
    lists: new Map(),
  }
  // Counters have connections of their own: a call that waits for one must not hold the last one itself.
  const counters = openDb(settings.connection, { max: 5 })
  const isCommon = settings.isCommon ?? commonPasswords(null)

  serve(
    app,
    served,
    identity,
    identityOperations(
      loginLimits(counters),
      secondFactor(secrets, clock, settings.secondFactor ?? null, (what) => app.log.error(what)),
    ),
  )
  serve(app, served, registration, registrationOperations(codesOf(app, counters, secrets, settings), isCommon))
  serve(app, served, users, userOperations(limitsOf(counters, settings), isCommon))
  serve(app, served, schools, schoolOperations)
  serve(app, served, schoolSettings, schoolSettingOperations)
  serve(app, served, platformSchools, platformSchoolOperations)
  serve(app, served, contacts, contactOperations)
  serve(app, served, languages, languageOperations)
  serve(app, served, reference, referenceOperations)
  serve(app, served, languageList, languageListOperations)
  serve(app, served, relationList, relationListOperations)
  serve(app, served, schoolTypeList, schoolTypeListOperations)
  serve(app, served, contactTypeList, contactTypeListOperations)
  serve(app, served, coinTypeList, coinTypeListOperations)
  serve(app, served, paymentTypeList, paymentTypeListOperations)
  serve(app, served, grades, gradeOperations)
  serve(app, served, courses, courseOperations)
  serve(app, served, classes, classOperations)
  serve(app, served, classSettings, classSettingOperations)
  serve(app, served, students, studentOperations)
  serve(
    app,
    served,
    studentRecords,
    studentRecordOperations(studentCodeLimits(counters, settings.studentCodes ?? codesAMinute)),
  )
  serve(app, served, parents, parentOperations)
  serve(app, served, studentParents, studentParentOperations)
  serve(app, served, invitations, invitationOperations(lookUpsOf(counters, settings)))
  serve(app, served, classMoves, classMoveOperations)
  serve(app, served, attendance, attendanceOperations)
  serve(app, served, teachers, teacherOperations)
  serve(app, served, teacherCourses, teacherCourseOperations)
  serve(app, served, classTeaching, classTeachingOperations)
  serve(app, served, homework, homeworkOperations)
  serve(app, served, studentHomework, studentHomeworkOperations)
  serve(app, served, exams, examOperations)
  serve(app, served, studentExams, studentExamOperations)
  serve(app, served, rateHeaders, rateHeaderOperations)
  serve(app, served, activities, activityOperations)
  serve(app, served, studentActivities, studentActivityOperations)
  serve(app, served, notes, noteOperations)
  serve(app, served, studentNumbers, studentNumberOperations)
  serve(app, served, years, yearOperations)
  serve(app, served, months, monthOperations)
  serve(app, served, paymentRequests, paymentRequestOperations)
  serve(app, served, payments, paymentOperations)
  serve(app, served, permissionList, permissionListOperations)
  serve(app, served, roles, roleOperations)
  serve(app, served, rolePermissions, rolePermissionOperations)
  serve(app, served, userRoles, userRoleOperations)
  serve(app, served, userPermissions, userPermissionOperations)
  serve(app, served, why, whyOperations)
  serve(app, served, today, todayOperations)
  serve(app, served, inbox, inboxOperations)
  serve(app, served, push, pushOperations({ publicKey: vapidOf(secrets).publicKey, hosts: settings.pushHosts ?? [] }))
  serve(app, served, noticePreferences, noticePreferenceOperations({ sms: settings.smsNotices ?? false }))

  serve(app, served, imports, importOperations)
  const reader = fileReader()
  importRoutes(app, served, uploadsOf(reader))
  exportRoutes(app, served, exportsOf(served.lists))

  const listen = (heard: (said?: string) => void) => outboxLine(settings.connection, heard, 'live')
  liveRoute(app, served, liveEvents(db, clock, listen, { ...liveFigures, ...settings.live }))
  const pictureDecoder = decoder()
  pictureRoutes(app, served, picturesOf(served, pictureDecoder))

  app.addHook('onClose', async () => {
    pictureDecoder.stop()
    reader.stop()
    await reads.flush()
    await Promise.all([db.destroy(), counters.destroy()])
  })
}

const lookUpsOf = (counters: Db, settings: Settings) =>
  lookUpLimits(counters, { ...lookUpFigures, ...settings.lookUps })

const limitsOf = (counters: Db, settings: Settings) => ({
  lookUps: lookUpsOf(counters, settings),
  passwords: passwordLimits(counters),
})

function codesOf(app: FastifyInstance, counters: Db, secrets: Secrets, settings: Settings) {
  const figures = { ...codeFigures, ...settings.codes }
  const limits = codeLimits(counters, secrets, figures, (what) => app.log.error(what))
  return smsCodes({ counters, limits, secrets, figures })
}
