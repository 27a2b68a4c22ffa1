import type { meanings } from '#contract/imports/import-shapes.ts'
import { fold } from '#contract/language/fold.ts'

export type Meaning = (typeof meanings)[number]

/** The meaning of a heading; null for an unknown one. A line number is known, and has no meaning. */
export type Recognised = { meaning: Meaning | null; guess: 'exact' | 'near' } | null

/** What each of the headings of a table means; each meaning once, the columns of guardians by their number. */
export function recognised(headings: readonly string[]): Recognised[] {
  const taken = new Set<Meaning>()
  const found: Recognised[] = headings.map((heading) =>
    serials.has(plain(heading)) || heading.trim() === '#' ? { meaning: null, guess: 'exact' } : null,
  )
  // Exact matches go first, wherever they stand.
  for (const guess of ['exact', 'near'] as const)
    for (const [at, heading] of headings.entries()) {
      const meaning = found[at] ? null : freeOf(meaningOf(heading, guess), taken)
      if (!meaning) continue
      taken.add(meaning)
      found[at] = { meaning, guess }
    }
  return fatherBesideFullName(headings, found, taken)
}

/** Beside a column of the full name, a name of the father is a person's and no part of the student's name. */
function fatherBesideFullName(headings: readonly string[], found: Recognised[], taken: Set<Meaning>) {
  if (!taken.has('fullName') || taken.has('fatherName')) return found
  return found.map((one, at) =>
    one?.meaning === 'middleName' && namesOfFather.has(plain(headings[at]!))
      ? { ...one, meaning: 'fatherName' as const }
      : one,
  )
}

/** How many cells of a row are headings. */
export const headingsIn = (cells: readonly string[]) =>
  recognised(cells).reduce((sum, one) => sum + (one?.meaning ? (one.guess === 'exact' ? 2 : 1) : 0), 0)

function freeOf(meaning: Meaning | null, taken: Set<Meaning>): Meaning | null {
  if (!meaning || !taken.has(meaning)) return meaning
  // A second column of one heading is the next guardian's.
  const [, of, nth] = /^(phone|relation|guardianName|guardianJob)([12])$/.exec(meaning) ?? []
  return of ? freeOf(`${of}${Number(nth) + 1}` as Meaning, taken) : null
}

function meaningOf(heading: string, guess: 'exact' | 'near'): Meaning | null {
  const words = plain(heading)
  if (words === '') return null
  if (guess === 'exact') return known.get(words) ?? null

  const allowed = words.length >= 8 ? 2 : words.length >= 5 ? 1 : 0
  let best: Meaning | null = null
  let least = allowed + 1
  for (const [name, meaning] of known) {
    if (Math.abs(name.length - words.length) >= least) continue
    const apart = distance(words, name)
    if (apart < least) [best, least] = [meaning, apart]
  }
  return best
}

/** Folded, without the signs people put into headings. */
const plain = (heading: string) => fold(heading.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_\-.:*/\\()'"#]+/g, ' '))

const namesOfFather = new Set(['father name', 'fathers name', 'اسم الاب'].map(plain))

/** Headings of the number of a line. */
const serials = new Set(
  'م, مسلسل, المسلسل, رقم مسلسل, م مسلسل, تسلسل, ت, no, nr, number, serial, serial number, sn, s n, row, line'.split(
    ', ',
  ),
)

const spoken: Record<Exclude<Meaning, 'ownField'>, string> = {
  fullName:
    'name, full name, student, student name, student full name, full student name, الاسم, اسم الطالب, اسم التلميذ, اسم الطالبه, الاسم الكامل, الاسم بالكامل, الاسم رباعي, الاسم الرباعي, الاسم ثلاثي, الاسم الثلاثي, اسم الطالب رباعي, اسم الطالب بالكامل, اسم الطالب الكامل, الطالب, اسم الطالب ثلاثي, اسم الطالب الرباعي',
  firstName: 'first name, given name, student first name, forename, الاسم الاول, اسم الطالب الاول, الاول',
  middleName:
    'middle name, midel name, middel name, second name, father name, fathers name, الاسم الاوسط, الاسم الثاني, اسم الاب, الاوسط',
  lastName:
    'last name, family name, surname, student last name, الاسم الاخير, اسم العائله, العائله, اللقب, الاسم الثالث, الاخير',
  className:
    'class, class name, classroom, class room, section, section name, room, الفصل, اسم الفصل, الفصل الدراسي, فصل, الشعبه, الصف والفصل',
  gradeName: 'grade, grade name, grade level, level, stage, year level, الصف, الصف الدراسي, اسم الصف, المرحله',
  birthDate:
    'birth date, date of birth, birthdate, birthday, birth day, dob, born, تاريخ الميلاد, الميلاد, تاريخ ميلاد الطالب, ت الميلاد, تاريخ الولاده',
  isPaid:
    'paid, is paid, payed, is payed, seat paid, fees paid, مدفوع, المصروفات, السداد, تم السداد, الدفع, مسدد, الاشتراك مدفوع',
  code: 'code, student code, kashkool code, كود, الكود, كود الطالب, رمز الطالب, الرمز',
  phone1:
    'phone, phone number, mobile, mobile number, guardian phone, guardian mobile, parent phone, parent mobile, parent phone number, guardian phone number, parents phone, phone 1, guardian phone 1, parent 1 phone, parent phone 1, guardian 1 phone, whatsapp, هاتف, الهاتف, رقم الهاتف, موبايل, الموبايل, رقم الموبايل, المحمول, رقم المحمول, تليفون, التليفون, رقم التليفون, هاتف ولي الامر, رقم ولي الامر, موبايل ولي الامر, تليفون ولي الامر, رقم هاتف ولي الامر, رقم موبايل ولي الامر, محمول ولي الامر, جوال ولي الامر, الجوال, واتساب',
  relation1:
    'relation, relationship, guardian relation, relation 1, guardian relation 1, kinship, صله القرابه, القرابه, الصله, صفه ولي الامر, صله ولي الامر, العلاقه, صله القرابه 1',
  phone2:
    'phone 2, second phone, guardian phone 2, parent phone 2, mobile 2, guardian 2 phone, parent 2 phone, هاتف 2, هاتف اخر, رقم اخر, موبايل 2, هاتف ولي الامر 2, هاتف ولي الامر الثاني, رقم هاتف اخر, تليفون 2',
  relation2: 'relation 2, guardian relation 2, relationship 2, صله القرابه 2, صله القرابه الثانيه',
  phone3:
    'phone 3, guardian phone 3, parent phone 3, mobile 3, هاتف 3, موبايل 3, هاتف ولي الامر 3, هاتف ولي الامر الثالث',
  relation3: 'relation 3, guardian relation 3, relationship 3, صله القرابه 3, صله القرابه الثالثه',
  fatherPhone:
    'father phone, fathers phone, father mobile, father phone number, dad phone, هاتف الاب, رقم الاب, موبايل الاب, تليفون الاب, هاتف الوالد, رقم هاتف الاب, محمول الاب, موبايل الوالد',
  motherPhone:
    'mother phone, mothers phone, mother mobile, mother phone number, mom phone, هاتف الام, رقم الام, موبايل الام, تليفون الام, هاتف الوالده, رقم هاتف الام, محمول الام, موبايل الوالده',
  officialName: 'official name, legal name, name in papers, الاسم الرسمي, الاسم في شهاده الميلاد, الاسم بشهاده الميلاد',
  nationalNumber:
    'national number, national id, national id number, id number, identity number, civil number, passport, passport number, الرقم القومي, الرقم القومي للطالب, رقم قومي, رقم الهويه, رقم البطاقه, الرقم المدني, رقم جواز السفر, جواز السفر, رقم الاقامه',
  sex: 'sex, gender, النوع, الجنس, نوع الطالب, جنس الطالب',
  nationality: 'nationality, citizenship, الجنسيه, جنسيه الطالب',
  religion: 'religion, الديانه, ديانه الطالب, الدين',
  birthPlace: 'birth place, place of birth, محل الميلاد, مكان الميلاد, جهه الميلاد, محافظه الميلاد, مسقط الراس',
  address: 'address, home address, student address, العنوان, عنوان الطالب, عنوان السكن, محل الاقامه, السكن',
  seatNumber: 'seat number, exam seat number, exam number, رقم الجلوس, رقم جلوس الطالب',
  admittedOn:
    'admitted on, admission date, date of admission, enrolment date, enrollment date, joined on, تاريخ القبول, تاريخ القيد, تاريخ الالتحاق, تاريخ التسجيل',
  admissionPaper:
    'admission paper, admission number, enrolment number, ورقه القيد, سند القيد, مستند القيد, رقم القيد, مستند القبول',
  healthNotes:
    'health, health notes, medical notes, medical conditions, allergies, الحاله الصحيه, ملاحظات صحيه, الملاحظات الصحيه, الامراض, الحساسيه, امراض مزمنه',
  pickUpNotes:
    'pick up, pick up notes, pickup notes, ملاحظات الاستلام, المسموح باستلامه, من يستلم الطالب, مستلم الطالب',
  guardianName1:
    'guardian, guardian name, guardian full name, parent, parent name, parent full name, guardian 1, parent 1, guardian name 1, parent 1 name, guardian 1 name, ولي الامر, اسم ولي الامر, ولي امر الطالب, اسم ولي امر الطالب, اسم ولي الامر 1',
  guardianJob1:
    'job, occupation, profession, guardian job, guardian occupation, parent job, parent occupation, guardian job 1, وظيفته, الوظيفه, المهنه, مهنته, وظيفه ولي الامر, مهنه ولي الامر, عمل ولي الامر, جهه عمل ولي الامر',
  landline:
    'landline, home phone, other phone, home telephone, تليفون المنزل, هاتف المنزل, التليفون الارضي, تليفون ارضي, هاتف ارضي, الهاتف الارضي, تليفون اخر',
  guardianName2:
    'guardian name 2, guardian 2, parent 2, guardian 2 name, parent 2 name, second guardian, ولي الامر 2, ولي الامر الثاني, اسم ولي الامر 2, اسم ولي الامر الثاني',
  guardianJob2: 'guardian job 2, guardian 2 job, parent 2 job, وظيفه ولي الامر 2, وظيفه ولي الامر الثاني',
  guardianName3:
    'guardian name 3, guardian 3, parent 3, guardian 3 name, parent 3 name, third guardian, ولي الامر 3, ولي الامر الثالث, اسم ولي الامر 3, اسم ولي الامر الثالث',
  guardianJob3: 'guardian job 3, guardian 3 job, parent 3 job, وظيفه ولي الامر 3, وظيفه ولي الامر الثالث',
  fatherName:
    'father, father full name, fathers full name, full name of father, name of the father, الاب, اسم الوالد, الوالد, اسم الاب بالكامل, اسم الاب رباعي, اسم الاب الكامل',
  fatherJob:
    'father job, fathers job, father occupation, father profession, وظيفه الاب, مهنه الاب, عمل الاب, وظيفه الوالد, مهنه الوالد',
  motherName:
    'mother, mother name, mothers name, mother full name, name of the mother, الام, اسم الام, اسم الوالده, الوالده, اسم الام بالكامل, اسم الام رباعي',
  motherJob:
    'mother job, mothers job, mother occupation, mother profession, وظيفه الام, مهنه الام, عمل الام, وظيفه الوالده, مهنه الوالده',
  guardianMay1: 'guardian may, guardian may 1, صلاحيات ولي الامر',
  guardianMay2: 'guardian may 2, صلاحيات ولي الامر الثاني',
  guardianMay3: 'guardian may 3, صلاحيات ولي الامر الثالث',
  fatherMay: 'father may, صلاحيات الاب',
  motherMay: 'mother may, صلاحيات الام',
  admittedFrom: 'came from, previous school, former school, قادم من, المدرسه السابقه, المدرسه المحول منها, محول من',
}

const known = new Map<string, Meaning>(
  Object.entries(spoken).flatMap(([meaning, words]) =>
    [meaning, ...words.split(',')].map((word) => [plain(word.trim()), meaning as Meaning] as const),
  ),
)

/** How many letters were left out, added, changed or swapped with their neighbour. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + cost, swapped ? before[j - 2]! + 1 : Infinity)
    }
    ;[before, row] = [row, next]
  }
  return row[other.length]!
}
