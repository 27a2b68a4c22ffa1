import { type exportSchoolFolder, zip } from '#contract/exchange/exports/school-folder.ts'
import type { Context } from '#server/call/implement.ts'
import { conflict } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import type { Exports } from '#server/exchange/exports/port.ts'
import { contentOfSchool, type SchoolContent } from './folder.queries.ts'
import { zipOfTables } from './folder-file.ts'
import { oneRosterOf } from './one-roster.ts'

/**
 * The folder of a school. The export is an audit line with the number of students. If there are many, the managers are
 * notified.
 */
export const schoolFolderOf = (notifiedFrom: number) => (): ReturnType<Exports['folder']> => {
  let content: SchoolContent
  let day = ''
  return {
    async run({ db, user, school, may, audit, input }: Context<typeof exportSchoolFolder>) {
      content = await contentOfSchool(db, {
        schoolId: school.id,
        today: school.today,
        religion: may('ViewStudentReligion'),
        former: input.former ?? false,
        ownFields: input.ownFields ?? false,
      })
      if (!content.year)
        throw conflict('Make a school year the current one first: every class in the folder belongs to a year')
      day = school.today
      const rows = content.students.length
      await audit('export', school.id, undefined, { rows })
      if (rows > notifiedFrom)
        await publish(db, {
          event: 'unusual reading',
          schoolId: school.id,
          actorId: user.id,
          payload: { personId: user.id },
        })
      return ''
    },
    file: async (_, make) => ({
      name: `${content.school.name} OneRoster ${day}.zip`,
      type: zip,
      content: await zipOfTables(oneRosterOf(content), make),
    }),
  }
}
