import { latinProposal } from '#contract/language/latin-proposal.ts'
import type { Db } from '#server/db/db.ts'
import type { PupilFigures } from '#server/results/results/figures.ts'
import { checkRemarks, remarksAbout, replaceBank, storeRemarks } from '#server/results/results/remarks.queries.ts'
import { classes } from './classes.ts'
import { people } from './people.ts'
import { isGirl } from './record-rows.ts'
import { courses } from './schools.ts'
import { allStudents } from './students.ts'

/** Texts by how well somebody did, of a boy and of a girl; `{first}` is the first name. */
const bank = {
  ar: [
    ['{first} طالب متميز، يشارك بأفكاره ويساعد زملاءه.', '{first} طالبة متميزة، تشارك بأفكارها وتساعد زميلاتها.'],
    ['مستوى {first} جيد، وننصحه بقراءة عشر دقائق كل يوم.', 'مستوى {first} جيد، وننصحها بقراءة عشر دقائق كل يوم.'],
    [
      'يحتاج {first} إلى متابعة الواجبات في البيت، وهو قادر على الأفضل.',
      'تحتاج {first} إلى متابعة الواجبات في البيت، وهي قادرة على الأفضل.',
    ],
  ],
  en: [
    [
      '{first} is a pleasure to teach: he shares his ideas and helps others.',
      '{first} is a pleasure to teach: she shares her ideas and helps others.',
    ],
    [
      '{first} works well. Ten minutes of reading a day would help him most.',
      '{first} works well. Ten minutes of reading a day would help her most.',
    ],
    [
      '{first} can do better: please look after his homework with us.',
      '{first} can do better: please look after her homework with us.',
    ],
  ],
} as const

type Of = { schoolId: string; termId: string }

/** The supervisors of a closed grade have written about everybody, in both languages. */
export async function writeRemarks(db: Db, of: Of, pupils: readonly PupilFigures[]) {
  for (const room of Object.values(classes))
    for (const language of ['ar', 'en'] as const) {
      const own = pupils.filter(({ pupil }) => pupil.classRoomId === room.id)
      const remarks = own.map((one) => ({ studentId: one.pupil.id, body: textOf(one, language) }))
      const personId = room.supervisorId ?? people.manager.id
      if (remarks.length > 0) await storeRemarks(db, { ...of, courseId: null, language, personId }, remarks)
    }
}

/** In a grade that is still open somebody has begun, copied a text too often, and was asked to change another. */
export async function beginRemarks(db: Db, of: Of, classRoom: { id: string; supervisorId: string | null }) {
  const pupils = allStudents.filter(({ classRoomId, active }) => active && classRoomId === classRoom.id).slice(0, 9)
  const [copied, other] = ['مستوى جيد، ونتمنى له التوفيق.', `أداء ${pupils[1]!.firstName} في تحسن مستمر.`]
  const begun = [...Array<string>(5).fill(copied), other]
  const texts = pupils.map(({ firstName }, nth) => begun[nth] ?? `${firstName} يحرص على الحضور.`)
  const writing = {
    ...of,
    courseId: null,
    language: 'ar' as const,
    personId: classRoom.supervisorId ?? people.manager.id,
  }
  await storeRemarks(
    db,
    writing,
    pupils.map(({ id }, nth) => ({ studentId: id, body: texts[nth]! })),
  )
  const written = await remarksAbout(db, { ...of, studentIds: [pupils[8]!.id] })
  const asked = { schoolId: of.schoolId, ids: written.map(({ id }) => id), personId: people.manager.id }
  await checkRemarks(db, { ...asked, asked: 'اذكر مادة تميز فيها' })
  for (const language of ['ar', 'en'] as const) {
    const entries = bank[language].map(([body, bodyF], level) => ({
      body,
      bodyF,
      ...(level === 0 && { band: 'Excellent' }),
    }))
    await replaceBank(db, { schoolId: of.schoolId, ownerId: null, language, entries })
  }
  const about = { ...of, courseId: courses.arabic.id, language: 'ar' as const, personId: people.manager.id }
  await storeRemarks(db, about, [{ studentId: pupils[0]!.id, body: 'خطه جميل، وقراءته سليمة.' }])
}

function textOf({ pupil, total }: PupilFigures, language: 'ar' | 'en') {
  const { firstName } = allStudents.find(({ id }) => id === pupil.id)!
  const percent = total.percent ?? 0
  const level = [80, 65].findIndex((least) => percent >= least)
  const name = language === 'ar' ? firstName : (latinProposal(firstName) ?? firstName)
  return bank[language].at(level)![isGirl(firstName) ? 1 : 0].replace('{first}', name)
}
