import { asciiDigits } from '#contract/language/text.ts'
import { search } from '#contract/overviews/search/search.ts'
import { implement } from '#server/call/implement.ts'
import { anyTabOfAClass } from '#contract/people/students/students.ts'
import { classesFound, openedClasses, studentsFound, openedStudents, teachersFound } from './search.queries.ts'

/** With fewer digits, half of a school would be found. */
const digitsAtLeast = 4

export const searchOperations = implement(search, {
  async find({ db, school, reach, may, input: { text } }) {
    const words = text.split(/\s+/).filter(Boolean).slice(0, 6)
    const wanted = { schoolId: school.id, reach, words }
    const digits = asStored(asciiDigits(text).replaceAll(/[\s-]/g, ''))
    const isPhone = /^\d+$/.test(digits) && digits.length >= digitsAtLeast
    const seesPhones = may('LinkParentToStudent') || may('UpdateStudentInfo')
    return {
      students: anyTabOfAClass.some(may) ? await studentsFound(db, wanted, isPhone && seesPhones ? digits : null) : [],
      classes: await classesFound(db, wanted),
      teachers: may('ViewTeachersList') ? await teachersFound(db, wanted) : [],
    }
  },

  async named({ db, school, reach, may, input: { ids } }) {
    const wanted = { schoolId: school.id, reach, ids }
    return {
      students: anyTabOfAClass.some(may) ? await openedStudents(db, wanted) : [],
      classes: await openedClasses(db, wanted),
    }
  },
})

/**
 * Numbers of Egypt are stored as they are dialled there: 010… for +2010…; those of other countries with their calling code, so without the
 * zero that is dialled at home. Without a plus, digits shorter than a full number are part of a number, such as 2011, and are searched as
 * they are.
 */
const asStored = (digits: string) =>
  digits
    .replace(/^(?:\+20(?=1\d{3})|(?:00)?20(?=1[0125]\d{8}$))/, '0')
    .replace(/^(?:\+|00)(?=[1-9])/, '')
    .replace(/^0(?=[2-9]\d{3})/, '')
