import { classes } from '#contract/school/classes/classes.ts'
import { attendanceReach } from '#server/school/presence/presence.rules.ts'
import { found } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { classesIn, classesSupervisedBy, classOf } from './classes.queries.ts'
import { classSettingOperations } from './class-settings.ts'

const classLists = implement(classes, {
  get: async ({ db, school, reach, input: { classRoomId } }) => found(await classOf(db, school.id, reach, classRoomId)),

  list: ({ db, user, school, reach, may, page }) =>
    classesIn(db, school.id, reach, { reach: attendanceReach(user, school.id, may), today: school.today }, page),

  supervised({ db, user, school, may, input: { supervisorId }, page }) {
    const ownClasses = may('ViewClassesSettingList') ? supervisorId : null
    return classesSupervisedBy(db, school.id, ownClasses ?? user.id, page)
  },
})

export const classOperations = [classLists, classSettingOperations]
