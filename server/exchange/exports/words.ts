import { byMistake } from '#contract/results/papers/papers.ts'
import { actWords, kindWords } from '#contract/platform/audit/acts.ts'
import { accountsOfFees, kindsOfFees, onlineFees } from './words-of-fees.ts'

type Words = readonly [en: string, ar: string]

const answer = { yes: ['yes', 'نعم'], no: ['no', 'لا'] } as const

const relations = {
  father: ['father', 'الأب'],
  mother: ['mother', 'الأم'],
  guardian: ['guardian', 'ولي الأمر'],
} as const

/** Values that are exported as words, by field. Rows that an administrator added to the lists of reference stay as they are written. */
export const words: Record<string, Record<string, Words>> = {
  dayKind: {
    holiday: ['Holiday', 'إجازة'],
    exam: ['Exams', 'امتحانات'],
    remote: ['Remote day', 'دراسة عن بُعد'],
    event: ['Event', 'فعالية'],
    otherHours: ['Other hours', 'مواعيد أخرى'],
  },
  roomKind: {
    classroom: ['Classroom', 'فصل دراسي'],
    lab: ['Laboratory', 'معمل'],
    computers: ['Computer room', 'معمل حاسب'],
    workshop: ['Workshop', 'ورشة'],
    sports: ['Sports', 'رياضة'],
    other: ['Other', 'أخرى'],
  },
  coverWay: {
    cover: ['Cover', 'احتياط'],
    merge: ['Groups together', 'ضم مجموعتين'],
    moved: ['Class ends early', 'انصراف مبكر'],
    study: ['Supervised study', 'مذاكرة بإشراف'],
  },
  account: { linked: ['Has an account', 'له حساب'], invited: ['Invited', 'مدعو'] },
  act: actWords,
  keyState: {
    active: ['Active', 'مفعّل'],
    ended: ['Ended', 'انتهى'],
    revoked: ['Revoked', 'ملغى'],
    lapsed: ['Rights missing', 'الصلاحيات ناقصة'],
  },
  hookState: {
    active: ['Active', 'مفعّل'],
    failing: ['No answer', 'لا يستجيب'],
    paused: ['Paused', 'متوقف مؤقتًا'],
    off: ['Off', 'غير مفعّل'],
  },
  deliveryProblem: {
    address: ['Not a public address', 'العنوان ليس على الإنترنت العام'],
    timeout: ['No answer in 5 seconds', 'لا استجابة خلال 5 ثوانٍ'],
    unreachable: ['Cannot be reached', 'تعذر الوصول إليه'],
    redirect: ['Leads elsewhere', 'يحوّل إلى عنوان آخر'],
    secret: ['Needs a new secret', 'يحتاج إلى رمز سري جديد'],
  },
  revokedReason: { 'shown in an address': ['shown in an address', 'ظهر في عنوان'] },
  approved: { null: ['On hold', 'قيد الانتظار'], true: ['Approved', 'مقبول'], false: ['Rejected', 'مرفوض'] },
  gender: { 1: ['Male', 'ذكور'], 2: ['Female', 'إناث'], 3: ['Both', 'مشترك'] },
  ...onlineFees,
  fromAccount: accountsOfFees,
  toAccount: accountsOfFees,
  kind: {
    ...kindWords,
    ...kindsOfFees,
    enrolment: ['Certificate of enrolment', 'شهادة قيد'],
    leaving: ['Leaving certificate', 'شهادة ترك مدرسة'],
    clearance: ['Clearance', 'إخلاء طرف'],
    conduct: ['Certificate of conduct', 'شهادة سير وسلوك'],
    termCard: ['Report card', 'شهادة درجات'],
    yearCard: ['Report card of the year', 'شهادة درجات العام'],
    studentCard: ['Student card', 'بطاقة طالب'],
  },
  reason: {
    reopened: ['The result was reopened', 'أُعيد فتح النتيجة'],
    [byMistake]: ['issued by mistake', 'صدرت بالخطأ'],
  },
  leavingReason: {
    'Transfer to another school': ['Transfer to another school', 'تحويل إلى مدرسة أخرى'],
    'Moved house': ['Moved house', 'تغيير محل السكن'],
    'Moved abroad': ['Moved abroad', 'السفر إلى الخارج'],
    'Finished this school': ['Finished this school', 'إتمام المرحلة'],
    'Withdrawn by the family': ['Withdrawn by the family', 'سحب الملف برغبة الأسرة'],
    'Long absence': ['Long absence', 'انقطاع عن الدراسة'],
    'Excluded by the school': ['Excluded by the school', 'فصل من المدرسة'],
    Deceased: ['Deceased', 'وفاة'],
    Other: ['Other', 'سبب آخر'],
  },
  decision: {
    up: ['Moves up', 'ينتقل'],
    repeat: ['Repeats', 'يعيد'],
    wait: ['Waits', 'ينتظر'],
    leave: ['Leaves', 'يغادر'],
  },
  outcome: {
    moved: ['Moved', 'انتقل'],
    left: ['Left', 'غادر'],
    stayed: ['Stayed', 'بقي'],
    undone: ['Taken back', 'أُعيد'],
    kept: ['Stayed as moved', 'بقي منقولًا'],
    held: ['Held', 'تم اللقاء'],
    missed: ['Did not come', 'لم يحضر'],
    found: ['Found at school', 'وُجد في المدرسة'],
    sentHome: ['Sent home', 'أُرسل إلى البيت'],
    truant: ['Away without permission', 'غياب بلا إذن'],
  },
  problem: {
    'The next year has no class of this grade': [
      'The next year has no class of this grade',
      'ليس في العام القادم فصل لهذا الصف',
    ],
    'No class of this grade is active in the next year': [
      'No class of this grade is active in the next year',
      'لا يوجد فصل مفعّل لهذا الصف في العام القادم',
    ],
    'No class of this grade is in the language of the student': [
      'No class of this grade is in the language of the student',
      'لا يوجد فصل لهذا الصف بلغة دراسة الطالب',
    ],
    'The sex of this student is not recorded; choose the class': [
      'The sex of this student is not recorded; choose the class',
      'نوع الطالب غير مسجَّل؛ اختر الفصل بنفسك',
    ],
    'Every class of this grade is for students of the other sex': [
      'Every class of this grade is for students of the other sex',
      'كل فصول هذا الصف للجنس الآخر',
    ],
    'The class chosen for this student is gone': [
      'The class chosen for this student is gone',
      'الفصل المختار لهذا الطالب لم يعد موجودًا',
    ],
    'This class is not active': ['This class is not active', 'هذا الفصل غير مفعّل'],
    'This class is of another grade': ['This class is of another grade', 'هذا الفصل في صف آخر'],
    'This class is of another language': ['This class is of another language', 'هذا الفصل بلغة أخرى'],
    'This class is for students of the other sex': [
      'This class is for students of the other sex',
      'هذا الفصل للجنس الآخر',
    ],
    'This student is no longer in the new class': [
      'This student is no longer in the new class',
      'لم يعد هذا الطالب في الفصل الجديد',
    ],
    'This student already has records in the new class': [
      'This student already has records in the new class',
      'لهذا الطالب سجلات في الفصل الجديد',
    ],
    'This student was merged with another': ['This student was merged with another', 'تم دمج هذا الطالب مع طالب آخر'],
    'The leaving of this student was changed later': [
      'The leaving of this student was changed later',
      'تغيّرت مغادرة هذا الطالب لاحقًا',
    ],
    'The class of before is full by now': ['The class of before is full by now', 'امتلأ الفصل السابق'],
  },
  result: { passed: ['Passed', 'ناجح'], failed: ['Failed', 'راسب'], secondRound: ['Second round', 'دور ثانٍ'] },
  livesWith: answer,
  mayFetch: answer,
  maySee: answer,
  movement: { arrived: ['Came', 'وافد'], left: ['Left', 'غادر'], returned: ['Came back', 'عاد'] },
  excuseKind: {
    illness: ['Illness', 'مرض'],
    appointment: ['Appointment', 'موعد'],
    family: ['Family reasons', 'ظرف عائلي'],
    travel: ['Travel', 'سفر'],
    other: ['Other', 'سبب آخر'],
    mission: ["On the school's mission", 'في مهمة للمدرسة'],
    suspension: ['Suspended', 'إيقاف عن الدراسة'],
  },
  field: {
    officialName: ['Official name', 'الاسم الرسمي'],
    latinFirst: ['First name in Latin letters', 'الاسم الأول بحروف لاتينية'],
    latinMiddle: ['Middle name in Latin letters', 'الاسم الأوسط بحروف لاتينية'],
    latinLast: ['Last name in Latin letters', 'اسم العائلة بحروف لاتينية'],
    nationalNumber: ['National number', 'الرقم القومي'],
    birthDate: ['Birth date', 'تاريخ الميلاد'],
    sex: ['Sex', 'النوع'],
    nationality: ['Nationality', 'الجنسية'],
    birthPlace: ['Birth place', 'محل الميلاد'],
    address: ['Address', 'العنوان'],
  },
  askedByRelation: relations,
  relationName: relations,
  guardianRelation: relations,
  guardianRelation2: relations,
  guardianRelation3: relations,
  languageName: { Arabic: ['Arabic', 'العربية'], English: ['English', 'الإنجليزية'] },
  language: { ar: ['Arabic', 'العربية'], en: ['English', 'الإنجليزية'] },
  schoolTypeName: { general: ['general', 'عامة'] },
  coinTypeName: { standard: ['standard', 'أساسي'] },
  paymentTypeName: { 'bank transfer': ['bank transfer', 'تحويل بنكي'], cash: ['cash', 'نقدًا'] },
  typeName: {
    phone: ['phone', 'هاتف'],
    mobile: ['mobile', 'موبايل'],
    'e-mail': ['e-mail', 'بريد إلكتروني'],
    address: ['address', 'العنوان'],
    fax: ['fax', 'فاكس'],
  },
  religion: {
    islam: ['Muslim', 'مسلم'],
    christianity: ['Christian', 'مسيحي'],
    judaism: ['Jewish', 'يهودي'],
    other: ['Other', 'أخرى'],
  },
  origin: {
    taken: ['Register of the day', 'كشف اليوم'],
    derived: ['From the lessons', 'من الحصص'],
    office: ['Set by the office', 'قرار الإدارة'],
  },
  sex: { male: ['Male', 'ذكر'], female: ['Female', 'أنثى'] },
  state: {
    present: ['Present', 'حاضر'],
    absent: ['Absent', 'غائب'],
    late: ['Late', 'متأخر'],
    excused: ['Excused', 'بعذر'],
    draft: ['Not read yet', 'لم تُراجع بعد'],
    approved: ['Approved', 'معتمدة'],
    change: ['To be changed', 'مطلوب تعديلها'],
  },
  subject: {
    absence: ['Absence', 'الغياب'],
    marks: ['Marks', 'الدرجات'],
    behaviour: ['Behaviour', 'السلوك'],
    health: ['Health', 'الصحة'],
    fees: ['Fees', 'الرسوم'],
    other: ['Other', 'موضوع آخر'],
  },
  turn: { school: ['The school', 'المدرسة'], asker: ['The family', 'الأسرة'], done: ['Done', 'انتهت'] },
  side: { school: ['The school', 'المدرسة'], asker: ['The family', 'الأسرة'] },
  weekDay: {
    Saturday: ['Saturday', 'السبت'],
    Sunday: ['Sunday', 'الأحد'],
    Monday: ['Monday', 'الاثنين'],
    Tuesday: ['Tuesday', 'الثلاثاء'],
    Wednesday: ['Wednesday', 'الأربعاء'],
    Thursday: ['Thursday', 'الخميس'],
    Friday: ['Friday', 'الجمعة'],
  },
}

export const yes: Words = ['yes', 'نعم']
export const no: Words = ['no', 'لا']

const countries = [
  new Intl.DisplayNames('en', { type: 'region' }),
  new Intl.DisplayNames('ar', { type: 'region' }),
] as const

/** The name of a country by its code of two letters. */
export const countryIn = (at: 0 | 1, code: string) => countries[at].of(code) ?? code
